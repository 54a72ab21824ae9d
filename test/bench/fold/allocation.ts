/** What the stages of a fold allocate, from V8's sampling heap profiler. */
import { Session } from 'node:inspector/promises'
import type { HeapProfiler } from 'node:inspector'

/** Bytes between two samples, on average; more than a few thousand samples of each stage in a run of seconds. */
const SAMPLING_INTERVAL = 8 * 1024

/** Files by the stage that they belong to; what they call in other files belongs to it too. */
const STAGES: ReadonlyArray<readonly [stage: string, files: RegExp]> = [
  ['other', /actors\/member\/(decide|state)/],
  ['decode', /workers\/fold\/|schemas\/stream\/message/],
  ['intake', /actors\/member\/intake\/|itinerary\/statement\/(?!field-values)/],
  ['match', /itinerary\/match\/|member\/segments\//],
  ['merge', /itinerary\/merge\/|segments\/merge-statements/],
  ['group', /itinerary\/grouping\/|actors\/member\/trips\//],
  ['render', /actors\/member\/documents\/|itinerary\/naming\//],
  ['encode', /actors\/member\/storage\//],
  ['parameters', /\/db\/(fold|pg)\//],
]

/** Bytes by stage that `work` allocated, whether they are garbage since or not. */
export async function allocatedByStage(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_INTERVAL,
    ...{ includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true },
  })
  await work()
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  const bytes = new Map(STAGES.map(([stage]) => [stage, 0]))
  addNode(bytes, profile.head, 'other')
  return bytes
}

function addNode(
  bytes: Map<string, number>,
  { callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
  above: string,
): void {
  const stage = STAGES.findLast(([, files]) => files.test(callFrame.url))?.[0] ?? above
  bytes.set(stage, (bytes.get(stage) ?? 0) + selfSize)
  for (const child of children) addNode(bytes, child, stage)
}
