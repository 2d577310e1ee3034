import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import { tryParseJson } from '../../platform/json/json.ts'

/** Field names whose values in requests and answers give access to an account. */
const SECRET_REQUEST_FIELDS = new Set(['password', 'newPassword', 'currentPassword', 'code', 'token'])
const SECRET_RESPONSE_FIELDS = new Set(['codes', 'secret', 'uri', 'token', 'link', 'accessToken'])
/** Minimum length of a message text to look for: shorter ones also occur in names. */
const MIN_MESSAGE_CHARS = 16
/** Maximum number of messages to look for. */
const MAX_CHECKED_MESSAGES = 2_000

interface RecordedCall {
  asked: unknown
  answer: string
  cookies: readonly string[]
}

const secretsByServer = new WeakMap<FastifyInstance, Set<string>>()

/** Stores the secrets that a test's clients sent and received: passwords, codes, tokens, links and cookies. */
export function recordSecrets(http: FastifyInstance, { asked, answer, cookies }: RecordedCall): void {
  const secrets = secretsByServer.get(http) ?? new Set<string>()
  secretsByServer.set(http, secrets)
  const look = (value: unknown, names: ReadonlySet<string>, isSecret = false): void => {
    if (typeof value === 'string' && isSecret && value.length >= 6) secrets.add(value)
    // Skips binary content: it has no field names, and millions of bytes as properties would block the process for seconds.
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
    for (const [name, inner] of Object.entries(value)) look(inner, names, names.has(name) || (isSecret && Array.isArray(value)))
  }
  look(asked, SECRET_REQUEST_FIELDS)
  look(tryParseJson(answer), SECRET_RESPONSE_FIELDS)
  for (const cookie of cookies) if (cookie) secrets.add(cookie)
}

/** Returns the audit actions whose entry contains a client's secret or the text of a message (TRUST-18). */
export async function findAuditLeaks(http: FastifyInstance, db: Database): Promise<string[]> {
  const secrets = [...(secretsByServer.get(http) ?? [])]
  return db.system(async (tx) => {
    const rows = await tx.db
      .select({
        action: auditLog.action,
        kept: sql<string>`concat_ws(' ', ${auditLog.actorName}, ${auditLog.subjectLabel}, ${auditLog.before}, ${auditLog.after})`,
      })
      .from(auditLog)
    const opened = rows.filter(({ kept }) => secrets.some((secret) => containsSecretAsWord(kept, secret)))
    // The label of a lead is its name, and a lead may have entered a sentence as name.
    const label = sql`CASE WHEN a.subject_kind = 'lead' THEN NULL ELSE a.subject_label END`
    const said = await tx.db.execute(sql`
      SELECT a.action FROM audit_log a JOIN (
        SELECT tenant_id, content FROM messages WHERE length(content) >= ${MIN_MESSAGE_CHARS} ORDER BY created_at DESC LIMIT ${MAX_CHECKED_MESSAGES}
      ) m ON m.tenant_id = a.tenant_id AND strpos(concat_ws(' ', ${label}, a.before, a.detail), m.content) > 0 LIMIT 5`)
    return [...opened, ...said.rows].map(({ action }) => String(action))
  })
}

/** Whether a text contains a secret as a separate word: six digits also occur in longer numbers. */
function containsSecretAsWord(text: string, secret: string): boolean {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + secret.length]]
    if (!/[\w+]/.test(before) && !/\w/.test(after)) return true
  }
  return false
}
