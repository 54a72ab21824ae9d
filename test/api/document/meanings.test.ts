/** Every field of the OpenAPI document says what it means, and may say since when it is there. */
import t from 'tap'
import Type from 'typebox'
import { toJsonSchema } from '../../../api/document/json-schema.js'
import type { Json } from '../../../api/document/json-schema.js'
import { resolve } from '../../../api/document/page/reference/reference.js'
import { productDocument } from '../../checks/product-document.js'
import { Instant, orNull } from '../../../schemas/base/formats.js'

/** What holds values, not schemas. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default', 'x-default'])

/** The paths of all properties without a description, wherever they are. */
function undescribed(document: Json): string[] {
  const found: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (VALUES.has(key)) continue
      if (key === 'properties')
        for (const [name, property] of Object.entries(inner as Record<string, Json>)) {
          const text = resolve(document, property)['description']
          if (typeof text !== 'string' || text.trim() === '') found.push(`${path}.${name}`)
          visit(property, `${path}.${name}`)
        }
      else visit(inner, `${path}/${key}`)
    }
  }
  visit(document, '')
  return found
}

t.test('every property has a description', async (t) => {
  const document = await productDocument('https://api.example.com')
  t.same(undescribed(document), [])
  t.same(
    undescribed({
      schema: { properties: { known: { description: 'Known.' }, unknown: { type: 'string' } } },
    }),
    ['/schema.unknown'],
    'one without would be found',
  )
})

t.test('a field may say since when it is there', async (t) => {
  const schema = Type.Object({
    plain: Type.String({ description: 'Text.', 'x-since': '0.2.0', 'x-kind': 'text' }),
    nullable: orNull(Type.String({ description: 'Text or null.', 'x-since': '0.2.0' })),
    named: { ...Instant('When it was.'), 'x-since': '0.2.0' },
    both: orNull({ ...Instant('When it was.'), 'x-since': '0.2.0' }),
  })
  const { properties } = toJsonSchema(schema) as { properties: Json }
  const Form = { $ref: '#/components/schemas/Instant' }
  t.same(properties, {
    plain: { type: 'string', description: 'Text.', 'x-since': '0.2.0' },
    nullable: { type: ['string', 'null'], description: 'Text or null.', 'x-since': '0.2.0' },
    named: { ...Form, description: 'When it was.', 'x-since': '0.2.0' },
    both: { anyOf: [Form, { type: 'null' }], description: 'When it was.', 'x-since': '0.2.0' },
  })
})
