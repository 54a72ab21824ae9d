/** Where mails are on a service that is set up for development, for people who wait for one. */
export function mailFolderText(folder: string): string {
  return (
    'This service is set up for development and has no mail server: the email is the newest file in ' +
    `.tripfold/${folder}, or in the folder ${folder} of DATA_DIR if that is set.`
  )
}
