import { COMMON_WORD, type DatasetSizes, LONG_CONVERSATION_MESSAGES, SPREAD_DAYS } from './dataset-sizes.ts'
import { ID_KIND_NUMBERS, RESET_USER_RANGE, TENANT_NUMBERS, type TenantName } from './ids.ts'

/** Database to fill: on a PostgreSQL server, or an embedded one that no other process has open. */
export interface DatasetTarget {
  readonly run: (sql: string) => Promise<Record<string, unknown>[]>
}

const FILLED_TABLES = [
  'leads',
  'conversations',
  'messages',
  'message_search',
  'conversation_hours',
  'conversation_reads',
  'audit_log',
]

const ID_FUNCTION = `
  CREATE FUNCTION bench.id(tenant int, kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (lpad(to_hex(tenant), 8, '0') || '-' || lpad(to_hex(kind), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`

const FIRST_NAMES = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elisa',
  'Fábio',
  'Gabriela',
  'Heitor',
  'Inês',
  'João',
  'Karina',
  'Lucas',
  'Márcia',
]
const LAST_NAMES = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Dias',
  'Esteves',
  'Ferreira',
  'Gonçalves',
  'Henrique',
  'Lima',
  'Moraes',
  'Nogueira',
]
const toSqlArray = (words: readonly string[]) => `(ARRAY[${words.map((word) => `'${word}'`).join(',')}])`
const pickSqlElement = (words: readonly string[], by: string) => `${toSqlArray(words)}[1 + (${by}) % ${words.length}]`
const STAGE_SQL = pickSqlElement(['conexao', 'inicializacao', 'qualificacao', 'pitch', 'agendamento', 'fechamento'], 'n')

const buildTenantRowsSql = (name: TenantName, passwordHash: string, users: number): string => {
  const t = TENANT_NUMBERS[name]
  const id = (kind: keyof typeof ID_KIND_NUMBERS, n = '0') => `bench.id(${t}, ${ID_KIND_NUMBERS[kind]}, ${n})`
  const phone = `'+55${20 + t}9' || lpad(n::text, 8, '0')`
  return `
    INSERT INTO tenants (id, name, domain) VALUES (${id('tenant')}, 'Bancada ${name}', 'bancada-${name}.local');
    INSERT INTO users (tenant_id, id, phone, name, role, password_hash)
      SELECT ${id('tenant')}, ${id('user', 'n')}, ${phone}, 'Pessoa ' || n, 'staff', '${passwordHash}' FROM generate_series(1, ${users}) n;
    INSERT INTO user_phones (phone, tenant_id, user_id) SELECT phone, tenant_id, id FROM users WHERE tenant_id = ${id('tenant')};
    INSERT INTO agents (tenant_id, id, name, type) VALUES (${id('tenant')}, ${id('agent')}, 'Clara', 'SDR');`
}

/**
 * Returns the SQL for conversations; number n is the n-th oldest. Messages are grouped in fours, one group per day, alternating between
 * lead and agent.
 */
const buildConversationRowsSql = (name: TenantName, conversations: number, messagesEach: number): string => {
  const t = TENANT_NUMBERS[name]
  const id = (kind: keyof typeof ID_KIND_NUMBERS, n = '0') => `bench.id(${t}, ${ID_KIND_NUMBERS[kind]}, ${n})`
  const last = `date_trunc('milliseconds', now() - (${conversations} - n) * interval '${SPREAD_DAYS} days' / ${conversations})`
  const leadMessages = Math.ceil(messagesEach / 2)
  const mixed = `lpad(((n * 7919 + 12345678) % 100000000)::text, 8, '0')`
  const isLong = name === 'large' ? `n = ${conversations}` : 'false'
  const count = `CASE WHEN ${isLong} THEN ${LONG_CONVERSATION_MESSAGES} ELSE ${messagesEach} END`
  const back = `((${count}) - k)`
  const manual = `(k % 2 = 0 AND (k = 20 AND n % 5 = 0 OR k = 12 AND n % 7 = 0))`
  return `
    INSERT INTO leads (tenant_id, id, agent_id, name, company, phone, phone_key, created_at, updated_at)
      SELECT ${id('tenant')}, ${id('lead', 'n')}, ${id('agent')}, ${pickSqlElement(FIRST_NAMES, 'n')} || ' ' || ${pickSqlElement(LAST_NAMES, 'n / 13')}, 'Empresa ' || n % 5000,
        '+55119' || ${mixed}, '5511' || ${mixed}, ${last} - interval '4 days', ${last}
      FROM generate_series(1::bigint, ${conversations}) n;
    INSERT INTO conversations (tenant_id, id, lead_id, agent_id, channel, stage, status_message, needs_attention, last_seq, lead_messages,
        answered_seq, held_by_person, last_message_preview, last_client_message_at, last_agent_message_at, created_at, updated_at)
      SELECT ${id('tenant')}, ${id('conversation', 'n')}, ${id('lead', 'n')}, ${id('agent')}, 'webchat', ${STAGE_SQL}, 'Aguardando resposta', n % 97 = 0,
        ${count}, (${count} + 1) / 2, ${count}, n % 5 = 0, 'Perfeito, combinado para a conversa ' || n,
        ${last} - interval '3 minutes', ${last}, ${last} - interval '4 days', ${last}
      FROM generate_series(1::bigint, ${conversations}) n;
    INSERT INTO messages (tenant_id, conversation_id, seq, id, role, content, manual, sender_id, sender_name, lead_messages, delivery, response_ms, created_at)
      SELECT ${id('tenant')}, ${id('conversation', 'n')}, k, ${id('message', `n * 10000 + k`)}, CASE WHEN k % 2 = 1 THEN 'humano' ELSE 'AI' END,
        'Mensagem ' || k || ' da conversa ' || n || ': podemos ver isso ainda hoje, se for bom para você.' || CASE WHEN (n * 3 + k) % 10 = 0 THEN ' Tem ${COMMON_WORD}?' ELSE '' END, ${manual},
        CASE WHEN ${manual} THEN ${id('user', '1')} END, CASE WHEN ${manual} THEN 'Pessoa 1' END, (k + 1) / 2,
        CASE WHEN k % 2 = 0 THEN 'sent' END, CASE WHEN k % 2 = 0 THEN 60000 + (n * 31 + k * 7919) % 240000 END,
        ${last} - (${back} / 4) * interval '1 day' - (${back} % 4) * interval '3 minutes'
      FROM generate_series(1::bigint, ${conversations}) n, LATERAL generate_series(1, ${count}) k;
    INSERT INTO conversation_reads (tenant_id, user_id, conversation_id, read_seq, lead_messages)
      SELECT ${id('tenant')}, ${id('user', '1')}, ${id('conversation', 'n')}, ${messagesEach}, ${leadMessages}
      FROM generate_series(2::bigint, ${conversations}, 2) n;`
}

/**
 * Returns the SQL for users of password reset requests: in turn an ordinary one, a deactivated one and one without an e-mail address
 * (TRUST-02).
 */
const buildResetUserRowsSql = (name: TenantName, passwordHash: string): string => {
  const t = TENANT_NUMBERS[name]
  const tenant = `bench.id(${t}, ${ID_KIND_NUMBERS.tenant}, 0)`
  return `
    INSERT INTO users (tenant_id, id, phone, name, email, role, active, password_hash)
      SELECT ${tenant}, bench.id(${t}, ${ID_KIND_NUMBERS.user}, n), '+55${20 + t}9' || lpad(n::text, 8, '0'), 'Pessoa ' || n,
        CASE WHEN n % 3 < 2 THEN 'pessoa' || n || '@bancada.local' END, 'operator', n % 3 <> 1, '${passwordHash}'
      FROM generate_series(${RESET_USER_RANGE.first}, ${RESET_USER_RANGE.first + RESET_USER_RANGE.count - 1}) n;
    INSERT INTO user_phones (phone, tenant_id, user_id)
      SELECT phone, tenant_id, id FROM users WHERE tenant_id = ${tenant} AND role = 'operator';`
}

/** Returns the SQL for audit entries, one lead after the other. The hash chain is not valid, because the bench does not verify it. */
const buildAuditRowsSql = (name: TenantName, acts: number, leads: number): string => {
  const t = TENANT_NUMBERS[name]
  const id = (kind: keyof typeof ID_KIND_NUMBERS, n = '0') => `bench.id(${t}, ${ID_KIND_NUMBERS[kind]}, ${n})`
  return `
    INSERT INTO audit_log (tenant_id, id, actor_kind, user_id, actor_name, action, subject_kind, subject, subject_label, created_at, seq, prev_hash, hash)
      SELECT ${id('tenant')}, ${id('act', 'n')}, 'user', ${id('user', '1 + n % 5')}, 'Pessoa ' || 1 + n % 5,
        ${pickSqlElement(['lead.paused', 'lead.resumed', 'lead.archived', 'lead.restored'], 'n')}, 'lead', ${id('lead', `1 + n % ${leads}`)}::text,
        ${pickSqlElement(FIRST_NAMES, `(1 + n % ${leads})`)} || ' ' || ${pickSqlElement(LAST_NAMES, `(1 + n % ${leads}) / 13`)},
        now() - (${acts} - n) * interval '${SPREAD_DAYS} days' / ${acts}, n, '', ''
      FROM generate_series(1::bigint, ${acts}) n;
    INSERT INTO audit_heads (tenant_id, seq, hash, sealed_at) VALUES (${id('tenant')}, ${acts}, '', now());`
}

/** Every message of a user counts as a takeover, because in these data none follows another. */
const CONVERSATION_HOURS_SQL = `
  INSERT INTO conversation_hours (tenant_id, conversation_id, hour, agent_id, from_lead, by_agent, by_person, take_overs)
  SELECT m.tenant_id, m.conversation_id, date_trunc('hour', m.created_at), c.agent_id, count(*) FILTER (WHERE role = 'humano'),
    count(*) FILTER (WHERE role = 'AI' AND NOT manual), count(*) FILTER (WHERE manual), count(*) FILTER (WHERE manual)
  FROM messages m JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id GROUP BY 1, 2, 3, 4`

/** Fills the search index without the vocabulary for misspelled words, because the measured searches are spelt correctly. */
const SEARCH_INDEX_SQL = `
  INSERT INTO message_search (tenant_id, message_id, source, conversation_id, at, words, searched)
  SELECT tenant_id, id, 'text', conversation_id, created_at, '{}', prosa_searched_when(tenant_id, created_at, content) FROM messages
  WHERE tenant_id IN (bench.id(${TENANT_NUMBERS.large}, ${ID_KIND_NUMBERS.tenant}, 0), bench.id(${TENANT_NUMBERS.hundredth}, ${ID_KIND_NUMBERS.tenant}, 0))`

/** Returns the SQL statements that create the rows. */
export const buildDatasetStatements = ({ large, few, many, users, acts }: DatasetSizes, passwordHash: string): string[] => [
  buildTenantRowsSql('large', passwordHash, users) + buildConversationRowsSql('large', large.conversations, large.messagesEach),
  buildTenantRowsSql('few', passwordHash, 5) + buildConversationRowsSql('few', few, 1) + buildAuditRowsSql('few', acts.few, few),
  buildTenantRowsSql('many', passwordHash, 5) + buildConversationRowsSql('many', many, 1),
  buildTenantRowsSql('logged', passwordHash, 5) +
    buildConversationRowsSql('logged', few, 1) +
    buildAuditRowsSql('logged', acts.logged, few),
  buildTenantRowsSql('hundredth', passwordHash, 5) + buildConversationRowsSql('hundredth', few, large.messagesEach),
  buildResetUserRowsSql('few', passwordHash),
  CONVERSATION_HOURS_SQL,
  SEARCH_INDEX_SQL,
]

/** Fills a migrated, empty database. Creates the indexes after the rows, which is several times faster. */
export const fillDataset = async ({ run }: DatasetTarget, sizes: DatasetSizes, passwordHash: string): Promise<void> => {
  await run(`CREATE SCHEMA bench`)
  await run(ID_FUNCTION)
  // Skips foreign key checks: all referenced rows are created here.
  await run(`SET session_replication_role = replica`)
  await run(`SET maintenance_work_mem = '256MB'; SET work_mem = '256MB'`)
  const indexes = await run(`
    SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
    WHERE i.schemaname = 'public' AND i.tablename IN (${FILLED_TABLES.map((table) => `'${table}'`).join(',')})
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`)
  for (const { name } of indexes) await run(`DROP INDEX "${String(name)}"`)
  for (const statement of buildDatasetStatements(sizes, passwordHash)) await run(statement)
  for (const { definition } of indexes) await run(String(definition))
  await run(`SET session_replication_role = origin`)
  await run(`VACUUM ANALYZE`)
}
