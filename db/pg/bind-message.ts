/**
 * The parameters of a statement as the Bind message that Postgres reads (its documentation, "Message Formats"), written value
 * by value into memory that is used again. pg writes each message into memory made for it, enlarged step by step; for a
 * commit's megabyte and a half that was some eight a time. V8 marks its whole heap for every 64 MiB of such memory, and a fold
 * process has its members there: with many of them that cost it twice as much as the fold itself (ops/decisions.md).
 */
import pg from 'pg'

export type ParameterValue = string | number | boolean | null

/** Memory that messages are written into, one at a time. */
export interface MessageBuffer {
  bytes: Buffer
}

export interface BindMessage {
  /** The next parameter, of any type, written as text. */
  value: (value: ParameterValue) => void
  /** The next parameter, a text[] with one element for each row. */
  column: <R>(rows: readonly R[], value: (row: R) => ParameterValue) => void
  /** The statement with these parameters, for `query` of a client or a pool; `room` is free when that has answered. */
  query: <R extends pg.QueryResultRow>(through: pg.Pool | pg.Client) => Promise<pg.QueryResult<R>>
}

const FIRST_ROOM = 256 * 1024
const BIND = 'B'.charCodeAt(0)
const TYPE_AND_LENGTH = 5
const TEXT_FORMAT = 0
const BINARY_FORMAT = 1
const NULL_LENGTH = -1
/** The oid of text in pg_type. */
const TEXT = 25
/** Number of dimensions, whether there are nulls, type of elements; then, where there are any, length and first index of the one dimension. */
const ARRAY_HEAD = 20
const EMPTY_ARRAY_HEAD = 12
/** Most bytes that a UTF-16 unit of a text takes in UTF-8. */
const MOST_BYTES = 3

/** Room for `size` bytes; a message that needs more enlarges it. */
export function newMessageBuffer(size = FIRST_ROOM): MessageBuffer {
  return { bytes: Buffer.allocUnsafeSlow(size) }
}

/** A message for the statement `text`, prepared as `name`, that takes `values` values and then `columns` columns. */
export function bindMessage(
  room: MessageBuffer,
  statement: { name: string; text: string },
  values: number,
  columns: number,
): BindMessage {
  let at = 0
  const has = (more: number): void => {
    if (at + more <= room.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.bytes.length, at + more))
    room.bytes.copy(larger, 0, 0, at)
    room.bytes = larger
  }
  const int16 = (value: number): void => {
    has(2)
    at = room.bytes.writeInt16BE(value, at)
  }
  const int32 = (value: number): void => {
    has(4)
    at = room.bytes.writeInt32BE(value, at)
  }
  const name = (text: string): void => {
    has(text.length * MOST_BYTES + 1)
    at += room.bytes.write(text, at)
    room.bytes[at++] = 0
  }
  const write = (value: ParameterValue): void => {
    if (value === null) {
      int32(NULL_LENGTH)
      return
    }
    const text = String(value)
    has(4 + text.length * MOST_BYTES)
    const length = room.bytes.write(text, at + 4)
    at = room.bytes.writeInt32BE(length, at) + length
  }
  has(TYPE_AND_LENGTH)
  room.bytes[0] = BIND
  at = TYPE_AND_LENGTH
  name('')
  name(statement.name)
  int16(values + columns)
  for (let i = 0; i < values + columns; i++) int16(i < values ? TEXT_FORMAT : BINARY_FORMAT)
  int16(values + columns)
  return {
    value: write,
    column: (rows, value) => {
      const from = at
      has(4 + ARRAY_HEAD)
      at += 4 + (rows.length === 0 ? EMPTY_ARRAY_HEAD : ARRAY_HEAD)
      let nulls = 0
      for (let i = 0; i < rows.length; i++) {
        const one = value(rows[i]!)
        if (one === null) nulls = 1
        write(one)
      }
      const { bytes } = room
      let head = bytes.writeInt32BE(at - from - 4, from)
      head = bytes.writeInt32BE(rows.length === 0 ? 0 : 1, head)
      head = bytes.writeInt32BE(nulls, head)
      head = bytes.writeInt32BE(TEXT, head)
      if (rows.length === 0) return
      head = bytes.writeInt32BE(rows.length, head)
      bytes.writeInt32BE(1, head)
    },
    query: async <R extends pg.QueryResultRow>(through: pg.Pool | pg.Client) => {
      int16(0)
      room.bytes.writeInt32BE(at - 1, 1)
      const query = bound(statement, room.bytes.subarray(0, at))
      return await new Promise<pg.QueryResult<R>>((resolve, reject) => {
        const answered = (error: Error | null | undefined, result: pg.QueryResult<R>): void => {
          if (error == null) resolve(result)
          else reject(error)
        }
        // What the types leave out: a query made before may come with what is to be called.
        ;(through as unknown as { query: (query: pg.Query, answered: unknown) => void }).query(
          query,
          answered,
        )
      })
    },
  }
}

/** A query of pg that sends this message where it would write one of its own; all else is pg's. */
function bound(statement: { name: string; text: string }, message: Buffer): pg.Query {
  const query = new pg.Query({ ...statement, values: [] })
  const { submit } = query
  query.submit = (connection) => {
    const send = (): void => {
      if (connection.stream.writable) connection.stream.write(message)
    }
    return submit.call(query, Object.create(connection, { bind: { value: send } }) as pg.Connection)
  }
  return query
}
