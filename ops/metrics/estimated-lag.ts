/** The lag of partitions without a working owner: the last report of the owner is not what is waiting now. */
import type { ServiceStatus } from '../../db/operator/service-status.js'

type PartitionStatus = ServiceStatus['partitions'][number]

/** Owners report at least every ten seconds. */
const STALE_REPORT_S = 15
/** The caller has more to report and must not be kept waiting. */
const COUNT_TIMEOUT_MS = 1_000

/**
 * What may wait in each of the partitions, of `partitions` in all, as far as it is known without reading: its share of
 * what the stream has stored after its cursor, and no less than its owner saw waiting, since nothing has been folded
 * there. `lastSeq`: the last sequence of the stream.
 */
export function sharesOfStream(
  stale: readonly PartitionStatus[],
  partitions: number,
  lastSeq: number,
): Map<number, number> {
  return new Map(
    stale.map(({ partition, cursor, lag }) => {
      const share = Math.ceil(Math.max(0, lastSeq - cursor) / partitions)
      return [partition, Math.max(share, lag ?? 0)]
    }),
  )
}

/**
 * The status with lags from `count` for partitions whose report is stale; unchanged if counting fails or
 * takes longer than a second.
 */
export async function withEstimatedLag(
  status: ServiceStatus,
  count: (stale: PartitionStatus[], partitions: number) => Promise<Map<number, number>>,
): Promise<ServiceStatus> {
  const stale = status.partitions.filter(
    (one) => one.owner === null || one.lagAge === null || one.lagAge > STALE_REPORT_S,
  )
  if (stale.length === 0) return status
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null)
    }, COUNT_TIMEOUT_MS)
  })
  const counted = await Promise.race([count(stale, status.partitions.length).catch(() => null), timeout])
  clearTimeout(timer)
  if (counted === null) return status
  return {
    ...status,
    partitions: status.partitions.map((one) => ({ ...one, lag: counted.get(one.partition) ?? one.lag })),
  }
}
