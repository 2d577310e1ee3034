import Fastify from 'fastify'
import pg from 'pg'
import { PLAIN_CONVERSATION_SQL, PLAIN_LIST_SQL } from '../plain-sql.ts'

/** Minimal server on Fastify and pg for the same rows: one query, without tenants, schemas or sessions. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 })
const app = Fastify()
app.get<{ Querystring: { tenant: string; agent: string; user: string; limit?: string } }>('/list', async ({ query }) => {
  const { rows } = await pool.query<Record<string, unknown>>(PLAIN_LIST_SQL, [
    query.tenant,
    query.agent,
    query.user,
    query.limit ?? 20,
  ])
  return { success: true, data: { conversations: rows } }
})
app.get<{ Querystring: { tenant: string; conversation: string; user: string } }>('/open', async ({ query }) => {
  const [conversation, history] = await Promise.all([
    pool.query<Record<string, unknown>>(PLAIN_CONVERSATION_SQL.conversation, [query.tenant, query.conversation, query.user]),
    pool.query<Record<string, unknown>>(PLAIN_CONVERSATION_SQL.history, [query.tenant, query.conversation, 50]),
  ])
  return { success: true, data: { ...conversation.rows[0], history: history.rows } }
})
app.post<{ Body: { id: string; content: string } }>('/send', async ({ body }) => {
  await pool.query('INSERT INTO bench.plain VALUES ($1, $2, now())', [body.id, body.content])
  return { success: true }
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
