/** A Postgres cluster of the drill, made, saved and restored with the tools that an operator has. */
import { execFile } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { serverOsAccount } from '../../ops/embedded/os-account.js'
import { runServerProcess } from '../../ops/embedded/server-process.js'
import type { ServerProcess } from '../../ops/embedded/server-process.js'

const run = promisify(execFile)
const DATABASE = 'tripfold'
/** The groups that a dump grants rights to. */
const ROLES = join(import.meta.dirname, '../../ops/deploy/postgres/roles.sql')
const ACCEPTS = /database system is ready to accept connections/
const START_TIMEOUT_MS = 60_000

export interface PostgresTools {
  /** The folder of initdb, postgres, pg_dump, pg_restore, pg_basebackup and pg_resetwal. */
  bin: string
  /** A folder of the drill, which the account of the servers may enter. */
  folder: string
  port: number
}

export class PostgresCluster {
  readonly url: string
  readonly #tools: PostgresTools
  readonly #data: string
  readonly #archive: string
  #server: ServerProcess | null = null

  constructor(tools: PostgresTools) {
    this.#tools = tools
    this.#data = join(tools.folder, 'data')
    this.#archive = join(tools.folder, 'archive')
    this.url = `postgres://postgres@127.0.0.1:${String(tools.port)}/${DATABASE}`
  }

  /** An empty cluster that archives its WAL, with the database. */
  async create(): Promise<void> {
    await this.#initialise()
    await this.start()
    await this.#query('postgres', `create database ${DATABASE}`)
  }

  async start(): Promise<void> {
    const { bin, port } = this.#tools
    const server = runServerProcess({
      command: join(bin, 'postgres'),
      args: ['-D', this.#data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
      cwd: this.#data,
      account: serverOsAccount(),
      stopSignal: 'SIGINT',
    })
    const ready = new Promise<void>((resolve) => {
      server.onOutput((text) => {
        if (ACCEPTS.test(text)) resolve()
      })
    })
    const ended = server.ended.then((output) => {
      throw new Error(`Postgres did not start: ${output}`)
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Postgres does not accept connections'))
      }, START_TIMEOUT_MS)
    })
    await Promise.race([ready, ended, late]).finally(() => {
      clearTimeout(timer)
    })
    ended.catch(() => undefined)
    this.#server = server
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = null
  }

  /** As a crash of the machine would. */
  async kill(): Promise<void> {
    this.#server?.kill()
    await this.#server?.ended
    this.#server = null
  }

  /** `pg_dump` into a file. Returns its path. */
  async dump(): Promise<string> {
    const file = join(this.#tools.folder, 'dump')
    await this.#tool('pg_dump', ['-Fc', '-f', file, '-d', this.url])
    return file
  }

  /** A new cluster with what the dump holds, its transaction counter above that of the old one (backup-restore.md). */
  async restoreDump(file: string): Promise<void> {
    await this.#initialise()
    await this.start()
    await this.#query('postgres', `create database ${DATABASE}`)
    await this.#query(DATABASE, readFileSync(ROLES, 'utf8'))
    await this.#tool('pg_restore', ['-d', this.url, '--no-owner', '-j', '2', file])
    const [row] = await this.#query<{ epoch: string }>(
      DATABASE,
      'select floor(max(xid)::text::numeric / 4294967296) + 1 as epoch from event',
    )
    await this.stop()
    await this.#tool('pg_resetwal', [`--epoch=${row?.epoch ?? '1'}`, '-D', this.#data])
    await this.start()
  }

  /** `pg_basebackup` into a folder. Returns its path. */
  async baseBackup(): Promise<string> {
    const folder = join(this.#tools.folder, 'base')
    rmSync(folder, { recursive: true, force: true })
    await this.#tool('pg_basebackup', [
      '-D',
      folder,
      '-X',
      'stream',
      '-c',
      'fast',
      '-d',
      this.url.replace(DATABASE, 'postgres'),
    ])
    return folder
  }

  /** Archives what the newest segment of WAL holds so far. */
  async archiveNow(): Promise<void> {
    const [row] = await this.#query<{ name: string }>(
      DATABASE,
      'select pg_walfile_name(pg_switch_wal()) as name',
    )
    for (;;) {
      const [last] = await this.#query<{ name: string | null }>(
        DATABASE,
        'select last_archived_wal as name from pg_stat_archiver',
      )
      if ((last?.name ?? '') >= (row?.name ?? '')) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** The base backup, brought up to the end of the archived WAL. */
  async restoreBase(folder: string): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true })
    cpSync(folder, this.#data, { recursive: true })
    await run('chmod', ['0700', this.#data])
    writeFileSync(join(this.#data, 'recovery.signal'), '')
    writeFileSync(
      join(this.#data, 'postgresql.auto.conf'),
      `${ARCHIVING(this.#archive)}restore_command = 'cp "${this.#archive}/%f" "%p"'\n`,
    )
    await this.#own(this.#data)
    await this.start()
  }

  async #initialise(): Promise<void> {
    for (const folder of [this.#data, this.#archive]) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      await this.#own(folder)
    }
    await this.#tool('initdb', ['-D', this.#data, '-U', 'postgres', '-A', 'trust', '--no-sync'])
    writeFileSync(join(this.#data, 'postgresql.auto.conf'), ARCHIVING(this.#archive))
    await this.#own(this.#data)
  }

  async #own(path: string): Promise<void> {
    const account = serverOsAccount()
    if (account === null) return
    chownSync(path, account.uid, account.gid)
    await run('chown', ['-R', `${String(account.uid)}:${String(account.gid)}`, path])
  }

  async #tool(name: string, args: string[]): Promise<void> {
    await run(join(this.#tools.bin, name), args, { cwd: this.#tools.folder, ...serverOsAccount() })
  }

  async #query<T extends pg.QueryResultRow>(database: string, sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url.replace(DATABASE, database) })
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }
}

const ARCHIVING = (archive: string): string =>
  `max_connections = 200\narchive_mode = on\narchive_command = 'cp "%p" "${archive}/%f"'\n`
