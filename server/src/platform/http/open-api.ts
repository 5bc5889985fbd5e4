import type { AnySchema, CallSpec } from '@dictara/contract'
import * as z from 'zod/mini'

const schemaOf = (schema: AnySchema, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const parameters = (schema: AnySchema | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const json = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    schema: shape,
  }))
}

function bodyOf({ body, query, readsBody, example }: CallSpec) {
  const schema = readsBody ? query : body
  if (!schema) return {}
  const content = { schema: schemaOf(schema, 'input'), example: readsBody ? example.query : example.body }
  return { requestBody: { content: { 'application/json': content } } }
}

/** The OpenAPI 3.1 description of every call, generated from the contract's rows. */
export function openApiOf(features: Record<string, Record<string, CallSpec>>): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [feature, calls] of Object.entries(features)) {
    for (const [name, spec] of Object.entries(calls)) {
      const answer = {
        type: 'object',
        properties: {
          success: { type: 'boolean' },
          message: { type: 'string' },
          result: { type: 'array', items: schemaOf(spec.result, 'output') },
          size: { type: 'integer', description: 'Total number of rows, for lists.' },
        },
        required: ['success', 'message', 'result'],
      }
      const path = (paths[spec.path] ??= {})
      path[spec.method.toLowerCase()] = {
        operationId: name,
        summary: spec.summary,
        tags: [feature],
        description: spec.callers === 'public' ? 'Public.' : `Callers: ${[spec.callers].flat().join(', ')}.`,
        security: spec.callers === 'public' ? [] : [{ bearer: [] }],
        parameters: [
          ...parameters(spec.params, 'path'),
          ...parameters(spec.readsBody ? undefined : spec.query, 'query'),
        ],
        ...bodyOf(spec),
        responses: { 200: { description: 'Done.', content: { 'application/json': { schema: answer } } } },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dictara',
      version: '1',
      description: 'Every call of Dictara. Refusals answer `{success: false, message, code, result}`.',
    },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}
