import type { Log } from '../../../schemas/base/log.js'
import { extractor } from '../../../workers/documents/extractor.js'
import type { Extractor } from '../../../workers/documents/extractor.js'
import type { Config } from '../../config/config.js'

/** The operator's program for PDFs and web pages without markup; null: there is none. */
export function configuredExtractor(
  { DOCUMENT_EXTRACTOR }: Pick<Config, 'DOCUMENT_EXTRACTOR'>,
  log: Log,
): Extractor | null {
  const command = DOCUMENT_EXTRACTOR.split(/\s+/).filter((word) => word !== '')
  if (command.length === 0) return null
  return extractor(command, () => {
    log.warn(
      { fix: 'api/docs/threat-model.md, What confines the extractor' },
      'this kernel allows no namespaces: DOCUMENT_EXTRACTOR has network access and sees other processes',
    )
  })
}
