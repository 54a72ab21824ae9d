/** Stores the documents of feed lines, each with the job that reads it, and answers their lines (contract.md 14.4). */
import { ApiError } from '../../schemas/base/errors.js'
import type { DocumentAnswer, NewDocument } from '../../schemas/documents/document-store.js'
import { notTaken } from '../commands/accept-document.js'
import { LAG_RETRY_AFTER_S } from './flow/backpressure.js'
import { retryTransient } from './flow/retry-transient.js'
import type { FeedContext } from './ingest-context.js'
import { documentAnswer } from './lines/line-answers.js'
import type { LineOutcomes } from './lines/line-outcomes.js'
import type { PendingLine } from './lines/pending-line.js'
import { completeKeys } from './publish-lines.js'
import type { Destination } from './resolve-members.js'

/** The lines with a document. The recipient of one for a loyalty account is resolved when it is read. */
export async function acceptDocuments(
  feed: FeedContext,
  outcomes: LineOutcomes,
  lines: readonly PendingLine[],
  destinations: ReadonlyMap<PendingLine, Destination>,
): Promise<void> {
  const stored: PendingLine[] = []
  for (const line of lines) {
    const ended = outcomes.endedBy()
    const destination = destinations.get(line)
    if (line.document === null || destination === undefined) continue
    if (ended !== null) {
      outcomes.reject(line, ended)
      continue
    }
    const { batch: id } = (line.ids ??= feed.newIds(1))
    const added = await retryTransient(async () => await add(feed, newDocument(feed, line, id)), feed.retry)
    const refused = added.is === 'done' ? notTaken(added.value) : null
    if (added.is === 'failed') outcomes.fail([line], added)
    else if (refused !== null) outcomes.reject(line, refused)
    else stored.push(line)
  }
  await completeKeys(feed, stored)
  for (const line of stored) outcomes.answers[line.index] = documentAnswer(line, line.ids!.batch)
}

/** A feed waits where a single request is refused. */
async function add({ deps }: FeedContext, document: NewDocument): Promise<DocumentAnswer> {
  const answer = await deps.documents.add(document)
  if (answer !== 'client_waits') return answer
  throw new ApiError(
    'temporarily_unavailable',
    'Too many documents are waiting to be read; continue with this line later.',
    { retryAfter: LAG_RETRY_AFTER_S },
  )
}

function newDocument({ deps, sender }: FeedContext, line: PendingLine, id: string): NewDocument {
  const { to, ids } = line
  const document = line.document!
  return {
    ...document,
    source: document.source ?? ('member' in to ? null : to.source),
    id,
    batch: ids!.first,
    member: 'member' in to ? to.member : null,
    account: 'member' in to ? null : { source: to.source, number: to.number },
    client: sender.client,
    request: sender.request,
    feed: sender.report?.id() ?? null,
    received: deps.now(),
    appointments: false,
    dryRun: false,
  }
}
