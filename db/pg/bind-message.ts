/**
 * The parameters of a statement as a Bind message (Postgres documentation, "Message Formats"), written value
 * by value into a buffer that is reused. pg allocates a buffer for each message and enlarges it step by step,
 * some 8 MB for a commit of 1.5 MB. V8 marks its whole heap for every 64 MiB allocated that way, and a fold
 * process has its members there: with many of them, marking cost twice as much as the fold itself.
 */
import pg from 'pg'

export type ParameterValue = string | number | boolean | null

/** A buffer that messages are written into, one at a time. */
export interface MessageBuffer {
  bytes: Buffer
}

export interface BindMessage {
  /** Writes the next parameter, of any type, as text. */
  value: (value: ParameterValue) => void
  /** Writes the next parameter, a text[] with one element per row. */
  column: <R>(rows: readonly R[], value: (row: R) => ParameterValue) => void
  /** Runs the statement with these parameters; the buffer is free again once it has resolved. */
  query: <R extends pg.QueryResultRow>(through: pg.Pool | pg.Client) => Promise<pg.QueryResult<R>>
}

const INITIAL_BYTES = 256 * 1024
const BIND = 'B'.charCodeAt(0)
const TYPE_AND_LENGTH_BYTES = 5
const TEXT_FORMAT = 0
const BINARY_FORMAT = 1
const NULL_LENGTH = -1
/** Oid of text in pg_type. */
const TEXT_OID = 25
/**
 * Dimensions, whether there are nulls, element type; if there are elements, length and lower bound of the
 * dimension.
 */
const ARRAY_HEADER_BYTES = 20
const EMPTY_ARRAY_HEADER_BYTES = 12
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3

/** A buffer of `size` bytes, enlarged by a message that needs more. */
export function newMessageBuffer(size = INITIAL_BYTES): MessageBuffer {
  return { bytes: Buffer.allocUnsafeSlow(size) }
}

/**
 * A message for a prepared statement with `counts.values` single values, followed by `counts.columns`
 * columns.
 */
export function bindMessage(
  buffer: MessageBuffer,
  statement: { name: string; text: string },
  counts: { values: number; columns: number },
): BindMessage {
  const writer = messageWriter(buffer)
  writer.start(statement.name, counts.values, counts.columns)
  return {
    value: writer.value,
    column: writer.column,
    query: async <R extends pg.QueryResultRow>(through: pg.Pool | pg.Client) => {
      const query = queryWithMessage(statement, writer.finish())
      return await new Promise<pg.QueryResult<R>>((resolve, reject) => {
        const onResult = (error: Error | null | undefined, result: pg.QueryResult<R>): void => {
          if (error == null) resolve(result)
          else reject(error)
        }
        // pg accepts a callback beside a query object; its types do not say so.
        ;(through as unknown as { query: (query: pg.Query, onResult: unknown) => void }).query(
          query,
          onResult,
        )
      })
    },
  }
}

interface MessageWriter {
  start: (name: string, values: number, columns: number) => void
  value: (value: ParameterValue) => void
  column: <R>(rows: readonly R[], value: (row: R) => ParameterValue) => void
  finish: () => Buffer
}

/**
 * Writes a Bind message from the start of the buffer; `column` is called for every column of every commit.
 */
function messageWriter(buffer: MessageBuffer): MessageWriter {
  let at = 0
  const ensure = (more: number): void => {
    if (at + more <= buffer.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.bytes.length, at + more))
    buffer.bytes.copy(larger, 0, 0, at)
    buffer.bytes = larger
  }
  const int16 = (value: number): void => {
    ensure(2)
    at = buffer.bytes.writeInt16BE(value, at)
  }
  const int32 = (value: number): void => {
    ensure(4)
    at = buffer.bytes.writeInt32BE(value, at)
  }
  const cString = (text: string): void => {
    ensure(text.length * MAX_BYTES_PER_UNIT + 1)
    at += buffer.bytes.write(text, at)
    buffer.bytes[at++] = 0
  }
  const value = (value: ParameterValue): void => {
    if (value === null) {
      int32(NULL_LENGTH)
      return
    }
    const text = String(value)
    ensure(4 + text.length * MAX_BYTES_PER_UNIT)
    const length = buffer.bytes.write(text, at + 4)
    at = buffer.bytes.writeInt32BE(length, at) + length
  }
  return {
    start: (name, values, columns) => {
      ensure(TYPE_AND_LENGTH_BYTES)
      buffer.bytes[0] = BIND
      at = TYPE_AND_LENGTH_BYTES
      cString('')
      cString(name)
      int16(values + columns)
      for (let i = 0; i < values + columns; i++) int16(i < values ? TEXT_FORMAT : BINARY_FORMAT)
      int16(values + columns)
    },
    value,
    column: (rows, pick) => {
      const from = at
      ensure(4 + ARRAY_HEADER_BYTES)
      at += 4 + (rows.length === 0 ? EMPTY_ARRAY_HEADER_BYTES : ARRAY_HEADER_BYTES)
      let nulls = 0
      for (let i = 0; i < rows.length; i++) {
        const element = pick(rows[i]!)
        if (element === null) nulls = 1
        value(element)
      }
      writeArrayHeader(buffer.bytes, from, { bytes: at - from - 4, rows: rows.length, nulls })
    },
    finish: () => {
      int16(0)
      buffer.bytes.writeInt32BE(at - 1, 1)
      return buffer.bytes.subarray(0, at)
    },
  }
}

function writeArrayHeader(
  bytes: Buffer,
  from: number,
  array: { bytes: number; rows: number; nulls: number },
): void {
  let at = bytes.writeInt32BE(array.bytes, from)
  at = bytes.writeInt32BE(array.rows === 0 ? 0 : 1, at)
  at = bytes.writeInt32BE(array.nulls, at)
  at = bytes.writeInt32BE(TEXT_OID, at)
  if (array.rows === 0) return
  at = bytes.writeInt32BE(array.rows, at)
  bytes.writeInt32BE(1, at)
}

/** A pg query that sends this message instead of its own Bind message. */
function queryWithMessage(statement: { name: string; text: string }, message: Buffer): pg.Query {
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
