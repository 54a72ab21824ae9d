/**
 * RULES 3.5: in which order the fields of a segment are taken from the statements it is merged from, each
 * with those that are taken together with it or not at all. It depends only on the names, which are the same
 * ones again and again.
 */
import { FIELD_MERGING, UNMERGED_FIELDS } from '../../../schemas/segment/catalog.js'
import type { FieldGroup } from '../../../schemas/segment/fields/field-entry.js'
import { blankObject } from '../statement/field-lists.js'

export interface PlannedField {
  field: string
  /** Group that an installation may rank sources for. */
  group: FieldGroup | null
  /** Taken from the statement that gives the field, if it has them. */
  partners: readonly string[]
}

export interface MergePlan {
  fields: readonly PlannedField[]
  /** The names of all fields, each followed by its partners. */
  names: readonly string[]
  /** Every field, in the order of `fields`, for statements that all have the same fields. */
  blank: Readonly<Record<string, null>>
}

/** Names that senders may use for what the service decides. */
const RESERVED_NAMES = new Set(['trip_id', 'segment_id'])

const NO_PARTNERS: readonly string[] = []

/** False for what describes a statement and not the segment. */
export function isMerged(field: string): boolean {
  return !UNMERGED_FIELDS.has(field) && !RESERVED_NAMES.has(field)
}

function buildPlan(names: ReadonlySet<string>): MergePlan {
  const fields = [...names]
    .filter(isMerged)
    .sort()
    .filter((field) => {
      const leader = FIELD_MERGING.get(field)?.leader ?? null
      return leader === null || !names.has(leader)
    })
    .map((field): PlannedField => {
      const merging = FIELD_MERGING.get(field)
      const partners = (merging?.followers ?? NO_PARTNERS).filter((partner) => names.has(partner))
      return { field, group: merging?.group ?? null, partners }
    })
  const all: readonly string[] = fields.flatMap(({ field, partners }) => [field, ...partners])
  return { fields, names: all, blank: blankObject(all) }
}

/** The plan for the names of some statements, and the plans for one statement more. */
interface PlanNode {
  plan: MergePlan
  names: ReadonlySet<string>
  next: Map<readonly string[], PlanNode>
}

/** Senders may make up names: beyond this number all plans are dropped. */
const MAX_PLANS = 2_000
let planCount = 0
let roots = new Map<readonly string[], PlanNode>()

/**
 * The plan for statements with these field names.
 * @param lists the `fieldNames` of each statement: one and the same list for the same names. Never empty.
 */
export function mergePlan(lists: ReadonlyArray<readonly string[]>): MergePlan {
  if (planCount > MAX_PLANS) {
    planCount = 0
    roots = new Map()
  }
  let node: PlanNode | null = null
  for (const names of lists) {
    if (node !== null && addsNothing(names, node)) continue
    const branches: Map<readonly string[], PlanNode> = node === null ? roots : node.next
    node = branches.get(names) ?? addNode(branches, names, node)
  }
  return (node as PlanNode).plan
}

function addsNothing(names: readonly string[], node: PlanNode): boolean {
  return names.every((name) => node.names.has(name))
}

function addNode(
  branches: Map<readonly string[], PlanNode>,
  names: readonly string[],
  parent: PlanNode | null,
): PlanNode {
  const all: ReadonlySet<string> = new Set([...(parent?.names ?? []), ...names])
  const node = { plan: buildPlan(all), names: all, next: new Map<readonly string[], PlanNode>() }
  branches.set(names, node)
  planCount++
  return node
}
