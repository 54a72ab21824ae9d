/**
 * The spans of a fold step: one `fold` for each traced message of the step, in the trace of that message, and a `commit`
 * below it. The events of a member carry the span of its last traced message on, to the webhooks.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { PreparedCommit } from '../../../schemas/stream/member-store.js'
import type { Span, SpanAttributes, Tracer } from '../../../schemas/trace/tracer.js'
import type { ReceivedMessage } from '../../stream/session.js'

export interface FoldTrace {
  /** The step is folded: its results get their spans, and the commit begins. */
  withSpans: (commit: PreparedCommit) => PreparedCommit
  /** Ends all spans; `error` says in a few words why nothing, or not all, is committed. */
  end: (error?: string) => void
  /** Field of log lines about the step, while all its messages belong to one trace. */
  field: { trace_id?: string }
}

interface TracedMessage {
  seq: number
  member: Id
  fold: Span
  commit: Span | null
}

const OFF: FoldTrace = { withSpans: (commit) => commit, end: () => undefined, field: {} }

/** Starts the spans of the messages that are traced; without any, and without a tracer, it does nothing. */
export function startFoldTrace(
  tracer: Tracer | undefined,
  partition: number,
  messages: readonly ReceivedMessage[],
): FoldTrace {
  if (tracer === undefined) return OFF
  const traced = messages.flatMap(({ traceparent, seq, member }): TracedMessage[] => {
    if (traceparent === undefined) return []
    const attributes = attributesOf(partition, seq, messages.length)
    return [
      {
        seq,
        member,
        commit: null,
        fold: tracer.start('fold', { kind: 'consumer', parent: traceparent, attributes }),
      },
    ]
  })
  if (traced.length === 0) return OFF
  const traceIds = new Set(traced.map(({ fold }) => fold.traceId))
  return {
    withSpans: (commit) => {
      const segments = new Map(commit.messages.map(({ seq, envelope }) => [seq, envelope.count ?? 1]))
      for (const one of traced) {
        one.fold.set({ 'tripfold.segments': segments.get(one.seq) ?? 0 })
        one.commit = tracer.start('commit', { kind: 'internal', parent: one.fold.traceparent })
      }
      return withTraces(commit, traced)
    },
    end: (error) => {
      for (const { fold, commit } of traced) {
        commit?.end(error)
        fold.end(error)
      }
    },
    field: traceIds.size === 1 ? { trace_id: traced[0]!.fold.traceId } : {},
  }
}

/** Names of OpenTelemetry's conventions for messaging where there is one. */
function attributesOf(partition: number, seq: number, messages: number): SpanAttributes {
  return {
    'messaging.system': 'nats',
    'messaging.operation.type': 'process',
    'messaging.destination.partition.id': String(partition),
    'messaging.batch.message_count': messages,
    'tripfold.stream.sequence': seq,
  }
}

function withTraces(commit: PreparedCommit, traced: readonly TracedMessage[]): PreparedCommit {
  const byMember = new Map(traced.map(({ member, fold }) => [member, fold.traceparent]))
  return {
    ...commit,
    folded: commit.folded.map((one) => {
      const traceparent = byMember.get(one.member)
      return traceparent === undefined ? one : { ...one, traceparent }
    }),
  }
}
