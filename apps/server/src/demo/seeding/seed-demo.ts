import { isNotNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { AgentRow } from '../../features/agents/ports.ts'
import { changeAgent, insertVersions } from '../../features/agents/versions/change-agent.ts'
import { hashPassword } from '../../features/auth/passwords/password-hash.ts'
import { createTotpBox } from '../../features/auth/second-step/totp.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import {
  agents,
  conversationReads,
  conversations,
  leads,
  messages,
} from '../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../platform/database/schema/conversations/transcripts.ts'
import { totpSecrets, userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { meetings } from '../../platform/database/schema/organisation/calendar.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { toPhoneKey } from '../../platform/leads/phone-key.ts'
import {
  buildDemoAgentId,
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  DEMO_TURNS_WITHOUT_PERSON,
  type DemoAccount,
  type DemoInfo,
} from '../accounts.ts'
import { createDemoContent, FIRST_AGENT_NAME } from '../conversations/demo-content.ts'
import type { DemoConversation, DemoTenant } from '../conversations/demo-tenant.ts'
import type { DemoMeeting } from '../conversations/parse-meeting.ts'
import { insertExampleNumber } from '../example-number.ts'
import { storeDemoFiles } from '../files/store-demo-files.ts'
import { insertAuditWeek } from './audit-week.ts'
import { insertDemoCorrections } from './demo-corrections.ts'
import { insertDemoCosts } from './demo-costs.ts'
import { insertDemoKnowledge } from './demo-knowledge.ts'
import { buildMessageRows } from './message-rows.ts'
import { recalculateDashboardCounts } from './recalculate-dashboard-counts.ts'

/** Number of rows per INSERT statement. PostgreSQL accepts at most 65,535 parameters per statement. */
const ROWS_PER_INSERT = 500
const PREVIEW_CHARS = 140

type SeedDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'fileStore'>

/** Inserts the demo's data if the database is empty. Returns the sign-in data of the demo in any case. */
export async function seedDemo(deps: SeedDeps): Promise<DemoInfo> {
  if (await deps.db.system(isDatabaseEmpty)) await insertDemo(deps)
  return {
    accounts: DEMO_ACCOUNTS,
    password: DEMO_PASSWORD,
    webchat: { agentId: buildDemoAgentId(1, 1), agentName: FIRST_AGENT_NAME },
  }
}

const isDatabaseEmpty = async (tx: Tx) => (await tx.db.execute(sql`SELECT 1 FROM tenants LIMIT 1`)).rows.length === 0

async function insertDemo(deps: SeedDeps): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const content = createDemoContent(deps.clock.now())
  await deps.db.system(async (tx) => {
    // Another process may start at the same time. The lock lets only one of them insert the data.
    await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('demo'))`)
    if (!(await isDatabaseEmpty(tx))) return
    for (const [index, account] of DEMO_ACCOUNTS.entries()) {
      const tenant = content.find(({ domain }) => domain === account.domain)
      if (!tenant) throw new Error(`The demo has no content for ${account.domain}`)
      await insertAccount(tx, deps, account, passwordHash)
      await insertContent(tx, deps, account, tenant, index + 1)
      await insertDemoCosts(tx, account.tenantId)
      await insertDemoKnowledge(tx, deps, account.tenantId, account.domain)
      if (index === 0) await insertExampleNumber(tx, deps, { tenantId: account.tenantId, agentId: buildDemoAgentId(1, 1) })
      await insertAuditWeek(tx, account, await listNamedLeads(tx, account), deps.clock.now())
    }
    await recalculateDashboardCounts(tx)
    await tx.db.execute(sql`ANALYZE`)
  })
}

async function insertAccount(
  tx: Tx,
  { config }: SeedDeps,
  { tenantId, name, domain, platform, users: accountUsers }: DemoAccount,
  passwordHash: string,
): Promise<void> {
  await tx.db.insert(tenants).values({ id: tenantId, name, domain, platform })
  await tx.db.insert(users).values(
    accountUsers.map(({ isDeactivated, lastSeenHoursAgo, totpSecret, ...person }) => ({
      tenantId,
      ...person,
      passwordHash,
      active: !isDeactivated,
      secondStep: totpSecret ? ('totp' as const) : ('none' as const),
      lastSeenAt: new Date(Date.now() - lastSeenHoursAgo * 3_600_000),
    })),
  )
  await tx.db.insert(userPhones).values(accountUsers.map(({ id, phone }) => ({ phone, tenantId, userId: id })))
  for (const { id, totpSecret } of accountUsers)
    if (totpSecret)
      await tx.db.insert(totpSecrets).values({ tenantId, userId: id, secret: createTotpBox(config).encrypt(totpSecret) })
}

const listNamedLeads = (tx: Tx, { tenantId }: DemoAccount) =>
  tx.db
    .select({ id: leads.id, name: leads.name })
    .from(leads)
    .where(whereTenant(leads, tenantId, isNotNull(leads.name)))
    .orderBy(leads.createdAt)
    .limit(5)

async function insertContent(
  tx: Tx,
  deps: SeedDeps,
  account: DemoAccount,
  tenant: DemoTenant,
  tenantNumber: number,
): Promise<void> {
  const { tenantId } = account
  const start = Date.now()
  for (const [index, { name, type, conversations: all }] of tenant.agents.entries()) {
    const agentId = buildDemoAgentId(tenantNumber, index + 1)
    const createdAt = new Date(start - AGENT_AGE_DAYS * DAY_MS - index * 1_000)
    const rows = await tx.db
      .insert(agents)
      .values({ tenantId, id: agentId, name, type, turnsWithoutPerson: DEMO_TURNS_WITHOUT_PERSON, createdAt: createdAt })
      .returning()
    await insertVersions(tx, rows, { publishedBy: null, publishedAt: createdAt })
    const [agent] = rows
    if (agent && tenantNumber === 1 && index === 0) await publishSecondVersion(tx, agent, account, new Date(start))
    for (const conversation of all) await insertConversation(tx, deps, account, agentId, conversation)
    const [, reviewer] = account.users
    if (reviewer && tenantNumber === 1 && type === 'POS_VENDA')
      await insertDemoCorrections(tx, { tenantId, agentId, createdBy: reviewer.id, createdAt: new Date(start) })
  }
}

/** Age of the demo's agents in days. They must be older than the oldest conversation. */
const AGENT_AGE_DAYS = 200
const DAY_MS = 24 * 3_600_000

/** Publishes a second version of an agent's settings, dated yesterday, so that users can try restoring the first one. */
async function publishSecondVersion(tx: Tx, agent: AgentRow, { users: accountUsers }: DemoAccount, now: Date): Promise<void> {
  const [publisher] = accountUsers
  if (!publisher) return
  await changeAgent(
    tx,
    { userId: publisher.id },
    agent,
    { instructions: 'Convide para a visita antes de falar de preço.' },
    { publishedAt: new Date(now.getTime() - DAY_MS), note: 'Mais visitas' },
  )
}

async function insertConversation(
  tx: Tx,
  deps: SeedDeps,
  { tenantId, users: accountUsers }: DemoAccount,
  agentId: string,
  demo: DemoConversation,
): Promise<void> {
  const leadId = uuid()
  const conversationId = uuid()
  const { lead } = demo
  await tx.db.insert(leads).values({
    tenantId,
    id: leadId,
    agentId,
    name: lead.name,
    company: lead.company,
    phone: lead.phone,
    phoneKey: toPhoneKey(lead.phone),
    email: lead.email,
    origin: lead.origin,
    pause: lead.pause !== null,
    pausedBy: lead.pause?.by.id ?? null,
    pausedByName: lead.pause?.by.name ?? null,
    pauseReason: lead.pause?.reason ?? null,
    pausedAt: lead.pause?.at ?? null,
    archive: lead.archive,
    createdAt: lead.createdAt,
    updatedAt: lead.createdAt,
  })
  const { rows, files, transcriptRows } = buildMessageRows(tenantId, conversationId, demo)
  const lastAt = (role: 'humano' | 'AI') => rows.findLast((row) => row.role === role)?.createdAt ?? null
  const last = rows.at(-1)
  await tx.db.insert(conversations).values({
    tenantId,
    id: conversationId,
    leadId,
    agentId,
    channel: 'webchat',
    status: demo.status,
    statusMessage: demo.statusMessage,
    stage: demo.stage,
    needsAttention: demo.attentionReason !== null,
    attentionReason: demo.attentionReason,
    summary: demo.summary,
    archive: lead.archive,
    answeredSeq: rows.length,
    lastSeq: rows.length,
    leadMessages: last?.leadMessages ?? 0,
    lastMessagePreview: last ? formatPreview(last) : null,
    lastMessageFrom: last && (last.role === 'humano' ? 'lead' : last.manual ? 'person' : 'agent'),
    lastSenderId: last?.senderId ?? null,
    lastSenderName: last?.senderName ?? null,
    lastMessageFailed: last?.delivery === 'failed',
    lastClientMessageAt: lastAt('humano'),
    lastAgentMessageAt: lastAt('AI'),
    createdAt: lead.createdAt,
    updatedAt: last?.createdAt ?? lead.createdAt,
  })
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx.db.insert(messages).values(rows.slice(from, from + ROWS_PER_INSERT))
  if (transcriptRows.length > 0) await tx.db.insert(transcripts).values(transcriptRows)
  await insertMeeting(tx, { tenantId, leadId, conversationId, agentId, userId: accountUsers[0]?.id ?? '' }, demo.meeting)
  await storeDemoFiles(tx, deps, tenantId, files)
  const readPosition = getReadPosition(rows, demo.unread)
  if (readPosition)
    await tx.db
      .insert(conversationReads)
      .values(accountUsers.map(({ id }) => ({ tenantId, userId: id, conversationId, ...readPosition })))
}

const formatPreview = ({ content, transcript }: typeof messages.$inferInsert): string =>
  (transcript ? `Áudio: ${transcript.text}` : content).replace(/\s+/g, ' ').slice(0, PREVIEW_CHARS)

type MeetingReferences = Pick<typeof meetings.$inferInsert, 'tenantId' | 'leadId' | 'conversationId' | 'agentId' | 'userId'>

/** Inserts a meeting that the agent booked in the calendar of the organisation's first user. Does nothing for null. */
async function insertMeeting(tx: Tx, references: MeetingReferences, meeting: DemoMeeting | null): Promise<void> {
  if (!meeting) return
  const id = uuid()
  const { title, startsAt, endsAt, bookedAt } = meeting
  await tx.db
    .insert(meetings)
    .values({ ...references, id, externalId: `demo-${id}`, bookedByAgent: true, title, startsAt, endsAt, createdAt: bookedAt })
}

/**
 * Returns up to which message users have read the conversation, so that the lead's newest `unread` messages are unread. Returns null if
 * nothing was read.
 */
function getReadPosition(rows: ReturnType<typeof buildMessageRows>['rows'], unread: number) {
  const seen = (rows.at(-1)?.leadMessages ?? 0) - unread
  const last = rows.findLast((row) => row.leadMessages <= seen)
  return last ? { readSeq: last.seq, leadMessages: last.leadMessages } : null
}
