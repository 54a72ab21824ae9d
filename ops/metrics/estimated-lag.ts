/** The lag of partitions that nobody works, or whose owner has fallen silent: what they last said is not what waits by now. */
import type { ServiceStatus } from '../../db/operator/service-status.js'

type PartitionStatus = ServiceStatus['partitions'][number]

/** Owners report every ten seconds, whatever they have to say. */
const STALE_REPORT_S = 15
/** Whoever asks has more to tell, and is waited for. */
const COUNT_TIMEOUT_MS = 1_000

/** The view, with lags that `count` has asked for where no owner tells; as it was when that takes too long or fails. */
export async function withEstimatedLag(
  view: ServiceStatus,
  count: (untold: PartitionStatus[]) => Promise<Map<number, number>>,
): Promise<ServiceStatus> {
  const untold = view.partitions.filter(
    (part) => part.owner === null || part.lagAge === null || part.lagAge > STALE_REPORT_S,
  )
  if (untold.length === 0) return view
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null)
    }, COUNT_TIMEOUT_MS)
  })
  const counted = await Promise.race([count(untold).catch(() => null), late])
  clearTimeout(timer)
  return counted === null
    ? view
    : {
        ...view,
        partitions: view.partitions.map((part) => ({
          ...part,
          lag: counted.get(part.partition) ?? part.lag,
        })),
      }
}
