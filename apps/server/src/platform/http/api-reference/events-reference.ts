import { clientEvents, serverEvents } from '@prosa/contract/events'
import * as z from 'zod/mini'

interface JsonSchema {
  type?: string | string[]
  format?: string
  anyOf?: JsonSchema[]
  enum?: string[]
  const?: unknown
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  maxLength?: number
}

const formatSchemaType = ({ type, format, anyOf, enum: values, items, maxLength }: JsonSchema): string => {
  if (anyOf) return [...new Set(anyOf.map(formatSchemaType))].join(' or ')
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'array') return `list of ${formatSchemaType(items ?? {})}`
  const limit = maxLength === undefined ? '' : ` ≤ ${maxLength}`
  return `${format ?? String(type ?? 'any')}${limit}`
}

/** Returns a Markdown table row for each field, followed by rows for the fields of nested objects. */
const buildFieldRows = ({ properties = {}, required = [] }: JsonSchema, prefix = ''): string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const inner = [field, ...(field.anyOf ?? [])].find((schema) => schema.properties)
    const row = `| \`${prefix}${name}\` | ${formatSchemaType(field)} | ${required.includes(name) ? 'always' : ''} |`
    return [row, ...(inner && prefix === '' ? buildFieldRows(inner, `${name}.`) : [])]
  })

const buildSection = (title: string, events: Record<string, z.ZodMiniType>, comments: ReadonlyMap<string, string>): string =>
  [
    `## ${title}`,
    ...Object.entries(events).map(([name, schema]) => {
      const comment = comments.get(name)
      const fields = buildFieldRows(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)
      return [
        `### ${name}`,
        ...(comment ? [comment] : []),
        ['| field | type | sent |', '|---|---|---|', ...fields].join('\n'),
      ].join('\n\n')
    }),
  ].join('\n\n')

/** Returns the comment above each event in the API contract's source text, by event name. */
const extractEventComments = (source: string): Map<string, string> => {
  const lines = source.split('\n').map((line) => line.trim())
  return new Map(
    lines.flatMap((line, lineIndex) => {
      const [name = '', schema] = line.split(': z.object(')
      if (schema === undefined || !lines[lineIndex - 1]?.endsWith('*/')) return []
      const commentStart = lines.findLastIndex((commentLine, index) => index < lineIndex && commentLine.startsWith('/**'))
      const words = lines.slice(commentStart, lineIndex).flatMap((commentLine) => commentLine.split(' '))
      return [[name, words.filter((word) => !['/**', '*', '*/'].includes(word)).join(' ')] as const]
    }),
  )
}

/** Generates the Markdown reference of the real-time events. `source`: text of events.ts, whose comments describe the events. */
export const generateEventsReference = (source: string): string => {
  const [toServer = '', toClient = ''] = source.split('export const serverEvents')
  return `${[
    '# Events of real time',
    '<!-- Generated from packages/contract/src/events.ts by `npm run reference`. -->\n\nSocket.IO, path `/socket.io`; the token of `GET /auth/websocket-token` opens the connection. An acknowledgement, where a client asks for one, is\n`{ok: true}` or `{ok: false, code}`.',
    buildSection('Client to server', clientEvents, extractEventComments(toServer)),
    buildSection('Server to client', serverEvents, extractEventComments(toClient)),
  ].join('\n\n')}\n`
}
