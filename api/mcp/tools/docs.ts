/** The tools that look up how to use the API, for those who integrate with it. */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { readDocument } from '../../routes/document.js'
import { tool } from '../tool.js'

const MAX_QUERY = 200

export const searchDocsTool = tool({
  name: 'search_docs',
  title: 'Search API docs',
  description: 'API operations, fields, guides.',
  effect: 'reads',
  operation: readDocument,
  input: Type.Object({ query: Type.String({ maxLength: MAX_QUERY }) }),
  output: Type.Object({}),
  call: async ({ query }, { docs }) => ({ matches: docs().search(query) }),
})

export const readDocsTool = tool({
  name: 'read_docs',
  title: 'Read API docs',
  description: 'As Markdown.',
  effect: 'reads',
  operation: readDocument,
  input: Type.Object({
    name: Type.String({ description: 'url, operation id or schema' }),
  }),
  output: Type.Object({}),
  call: async ({ name }, { docs }) => {
    const found = docs().read(name)
    if (found !== null) return { ...found }
    throw new ApiError('not_found', 'The documentation has nothing with this name; find it with search_docs.')
  },
})
