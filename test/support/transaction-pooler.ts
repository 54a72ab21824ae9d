/**
 * A pooler in transaction mode without support for prepared statements, as PgBouncer before 1.21: each
 * transaction of a client runs on whichever of two server connections is free. With `sessions` it is in
 * session mode: each client has a server connection of its own. Either way it refuses the options of a
 * session, and Postgres sees the pooler's application_name only.
 */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface Pooler {
  /** The URL of the database through the pooler. */
  url: string
  close: () => Promise<void>
}

const SERVER_CONNECTIONS = 2
const IDLE = 'I'.charCodeAt(0)
const LENGTH_BYTES = 4
const SSL_REQUEST = 80_877_103
/** Message types (PostgreSQL documentation, "Message Formats"). */
const [QUERY, SYNC, TERMINATE, READY] = ['Q', 'S', 'X', 'Z'].map((type) => type.charCodeAt(0))
const AUTHENTICATION_OK = message('R', Buffer.alloc(LENGTH_BYTES))
const READY_FOR_QUERY = message('Z', Buffer.from('I'))
const OPTIONS_REFUSED = message(
  'E',
  Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'),
)

/** Starts the pooler for one database. */
export async function startPooler(databaseUrl: string, { sessions = false } = {}): Promise<Pooler> {
  const free: Socket[] = []
  const waiting: Array<(server: Socket) => void> = []
  const sockets = new Set<Socket>()
  const openServer = async (): Promise<Socket> => {
    const server = await serverConnection(databaseUrl)
    sockets.add(server.on('error', () => {}))
    return server
  }
  const acquire = async (): Promise<Socket> => {
    const server = free.shift()
    return server ?? (await new Promise<Socket>((resolve) => waiting.push(resolve)))
  }
  const release = (server: Socket): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(server)
    else next(server)
  }
  let replacing: Promise<unknown> = Promise.resolve()
  const discard = (server: Socket): void => {
    server.destroy()
    if (!sessions && listener.listening) replacing = Promise.all([replacing, openServer().then(release)])
  }
  if (!sessions) for (let i = 0; i < SERVER_CONNECTIONS; i++) free.push(await openServer())
  const listener = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    new PooledClient(client, { acquire: sessions ? openServer : acquire, release, discard, sessions }).serve()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as { port: number }).port)
  return {
    url: url.href,
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      // A connection that is still being opened would find its database dropped.
      await replacing
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

interface ServerConnections {
  acquire: () => Promise<Socket>
  release: (server: Socket) => void
  /** In place of `release` for one whose client went away within a transaction. */
  discard: (server: Socket) => void
  /** Whether a client keeps its server connection between transactions. */
  sessions: boolean
}

/** Relays the messages of a client, and those of the server connection it holds. */
class PooledClient {
  #input: Buffer = Buffer.alloc(0)
  #output: Buffer = Buffer.alloc(0)
  #isStarted = false
  #isReading = false
  #server: Socket | null = null
  /** Answers to come, each ended by ReadyForQuery. */
  #outstanding = 0
  /** Messages were sent that no Sync has followed yet. */
  #isUnsynced = false

  constructor(
    private readonly client: Socket,
    private readonly servers: ServerConnections,
  ) {}

  serve(): void {
    this.client.on('data', (bytes: Buffer) => {
      this.#input = Buffer.concat([this.#input, bytes])
      void this.#read()
    })
    this.client.on('close', () => {
      if (this.#server !== null) this.servers.discard(this.#server)
      this.#server = null
    })
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    for (let next = this.#take(); next !== null; next = this.#take()) {
      if (!this.#isStarted) this.#start(next)
      else if (next[0] === TERMINATE) this.client.end()
      else await this.#forward(next)
    }
    this.#isReading = false
  }

  /** The next message of the client, if it has arrived in full; the first ones have no type. */
  #take(): Buffer | null {
    const typeBytes = this.#isStarted ? 1 : 0
    if (this.#input.length < typeBytes + LENGTH_BYTES) return null
    const end = typeBytes + this.#input.readInt32BE(typeBytes)
    if (this.#input.length < end) return null
    const taken = this.#input.subarray(0, end)
    this.#input = this.#input.subarray(end)
    return taken
  }

  #start(request: Buffer): void {
    if (request.readInt32BE(LENGTH_BYTES) === SSL_REQUEST) {
      this.client.write('N')
      return
    }
    if (request.includes('\0options\0')) {
      this.client.end(OPTIONS_REFUSED)
      return
    }
    this.#isStarted = true
    this.client.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]))
  }

  async #forward(request: Buffer): Promise<void> {
    if (this.#server === null) {
      const server = await this.servers.acquire()
      if (this.client.destroyed) {
        this.servers.release(server)
        return
      }
      this.#server = server.on('data', this.#onAnswer)
    }
    const isSynced = request[0] === QUERY || request[0] === SYNC
    if (isSynced) this.#outstanding++
    this.#isUnsynced = !isSynced
    this.#server.write(request)
  }

  readonly #onAnswer = (bytes: Buffer): void => {
    this.client.write(bytes)
    this.#output = Buffer.concat([this.#output, bytes])
    while (this.#output.length > LENGTH_BYTES) {
      const end = 1 + this.#output.readInt32BE(1)
      if (this.#output.length < end) return
      const isIdle = this.#output[0] === READY && this.#output[end - 1] === IDLE
      if (this.#output[0] === READY) this.#outstanding--
      this.#output = this.#output.subarray(end)
      if (isIdle && this.#outstanding === 0 && !this.#isUnsynced) this.#endTransaction()
    }
  }

  #endTransaction(): void {
    const server = this.#server
    if (server === null || this.servers.sessions) return
    this.#server = null
    server.off('data', this.#onAnswer)
    this.servers.release(server)
  }
}

/** An authenticated connection to Postgres, ready for a query. */
async function serverConnection(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url, application_name: 'pooler' })
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  for (const event of ['data', 'end', 'close', 'error']) stream.removeAllListeners(event)
  return stream
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeInt32BE(LENGTH_BYTES + body.length)
  return Buffer.concat([Buffer.from(type), length, body])
}
