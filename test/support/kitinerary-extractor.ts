import { existsSync } from 'node:fs'

/** KDE's reader of travel documents, where Debian's libkpimitinerary-bin is installed; undefined elsewhere. */
export const KITINERARY_EXTRACTOR = ['kf6', 'kf5']
  .map((kf) => `/usr/lib/x86_64-linux-gnu/libexec/${kf}/kitinerary-extractor`)
  .find((file) => existsSync(file))

/** Why it is left out; false: it is there. */
export const NO_KITINERARY =
  KITINERARY_EXTRACTOR === undefined ? 'left out: libkpimitinerary-bin is not installed' : false
