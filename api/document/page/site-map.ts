/** The pages of the documentation by task, in the order of the sidebar. */
import type { Tag } from '../../operation/declaration.js'
import PAGES from './reference-pages.json' with { type: 'json' }

export interface ReferencePage {
  name: string
  title: string
  lead: string
  /** Operations with one of these tags belong to the page. */
  tags: readonly Tag[]
}

export const REFERENCE_PAGES: readonly ReferencePage[] = PAGES as ReferencePage[]

export const SEGMENT_FIELDS_PAGE = 'segment-fields'
export const RAW_FIELDS_PAGE = 'raw-segment-fields'

export const referencePath = (name: string): string => `/docs/reference/${name}`
export const guidePath = (name: string): string => `/docs/guides/${name}`
