import { clientEvents, serverEvents } from '@prosa/contract/events'
import * as z from 'zod/mini'

interface Schema {
  type?: string | string[]
  format?: string
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
}

const typeOf = ({ type, format, anyOf, enum: values, items, maxLength }: Schema): string => {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  const limit = maxLength === undefined ? '' : ` ≤ ${maxLength}`
  return `${format ?? String(type ?? 'any')}${limit}`
}

/** Returns a table row for each field, followed by those of nested objects. */
const rows = ({ properties = {}, required = [] }: Schema, above = ''): string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const inner = [field, ...(field.anyOf ?? [])].find((one) => one.properties)
    const row = `| \`${above}${name}\` | ${typeOf(field)} | ${required.includes(name) ? 'always' : ''} |`
    return [row, ...(inner && above === '' ? rows(inner, `${name}.`) : [])]
  })

const section = (title: string, events: Record<string, z.ZodMiniType>, said: ReadonlyMap<string, string>): string =>
  [
    `## ${title}`,
    ...Object.entries(events).map(([name, schema]) => {
      const words = said.get(name)
      const fields = rows(z.toJSONSchema(schema, { io: 'input' }) as Schema)
      return [`### ${name}`, ...(words ? [words] : []), ['| field | type | sent |', '|---|---|---|', ...fields].join('\n')].join(
        '\n\n',
      )
    }),
  ].join('\n\n')

/** Returns the comment above each event in the contract's source, by event name. */
const commentsIn = (source: string): Map<string, string> => {
  const lines = source.split('\n').map((line) => line.trim())
  return new Map(
    lines.flatMap((line, at) => {
      const above = lines[at - 1] ?? ''
      const [name = '', schema] = line.split(': z.object(')
      return schema !== undefined && above.startsWith('/** ') ? [[name, above.slice('/** '.length, -' */'.length)] as const] : []
    }),
  )
}

/** Generates the reference of real-time events from the schemas and comments in events.ts. */
export const eventsReference = (source: string): string => {
  const [toServer = '', toClient = ''] = source.split('export const serverEvents')
  return `${[
    '# Events of real time',
    '<!-- Generated from packages/contract/src/events.ts by `npm run reference`. -->\n\nSocket.IO, path `/socket.io`; the token of `GET /auth/websocket-token` opens the connection. An acknowledgement, where a client asks for one, is\n`{ok: true}` or `{ok: false, code}`.',
    section('Client to server', clientEvents, commentsIn(toServer)),
    section('Server to client', serverEvents, commentsIn(toClient)),
  ].join('\n\n')}\n`
}
