import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { type conversations, messages } from '../../../kernel/db/schema/conversations.ts'
import { media } from '../../../kernel/db/schema/files.ts'
import { transcripts } from '../../../kernel/db/schema/transcripts.ts'
import { asksAnswer } from '../../conversations/ports.ts'
import { unspelled } from '../guard/spoken.ts'
import type { DatedMessage } from '../model/history.ts'
import { readMemory } from './memory.ts'
import type { KeptMessage } from './sounds.ts'

/** Lead messages that one turn reads at most; the newest count. */
const UNANSWERED_MAX = 50
/** Messages of the past that a model may get to read; how many fit is settled by their length. */
const HISTORY_MAX = 160

/** The lead's newest messages of these that want an answer, oldest first, with what is known of their files. */
export async function loadSaid(tx: Tx, tenantId: string, which: SQL | undefined): Promise<KeptMessage[]> {
  const newest = await tx.db
    .select({
      id: messages.id,
      seq: messages.seq,
      content: messages.content,
      type: messages.type,
      transcript: messages.transcript,
      soundAt: transcripts.storedAt,
      awaitedSince: media.createdAt,
      filename: sql<string | null>`${messages.attachment}->>'filename'`,
      aboutFile: messages.aboutFile,
    })
    .from(messages)
    .leftJoin(transcripts, ofTenant(transcripts, tenantId, eq(transcripts.messageId, messages.id)))
    .leftJoin(media, ofTenant(media, tenantId, eq(media.messageId, messages.id), eq(media.state, 'waiting')))
    .where(and(which, asksAnswer))
    .orderBy(desc(messages.seq))
    .limit(UNANSWERED_MAX)
  return newest.reverse()
}

/** What a turn answers: what the lead has written since, or else what has become text too late. */
export interface Said {
  readonly messages: readonly KeptMessage[]
  readonly uptoSeq: number
  /** Of those, what the agent owned up to not hearing before (HEAR-04). */
  readonly late: readonly number[]
  /** All that was known to have come late and needs no other turn: it is answered here, or the lead has gone on (HEAR-04). */
  readonly settles: readonly number[]
}

/**
 * The lead's messages after `answered`. `said`: all of the conversation that nobody took back. `isOurs`: no person wrote after the agent, so
 * that what came late may still be answered; a turn that a crash cut in two is finished first.
 */
export async function loadUnanswered(
  tx: Tx,
  conversation: typeof conversations.$inferSelect,
  said: SQL | undefined,
  { answered, isOurs, now }: { answered: number; isOurs: boolean; now: Date },
): Promise<Said> {
  const { tenantId, lateSeqs, lastSeq, assistantState } = conversation
  const written = await loadSaid(tx, tenantId, and(said, gt(messages.seq, answered)))
  const isFree = isOurs && lateSeqs.length > 0 && readMemory(assistantState, now).unsent.length === 0
  if (written.length > 0 || !isFree) {
    return { messages: written, uptoSeq: written.at(-1)?.seq ?? answered, late: [], settles: written.length > 0 ? lateSeqs : [] }
  }
  const late = await loadSaid(tx, tenantId, and(said, inArray(messages.seq, lateSeqs)))
  // At the place of what was said last: the words that owned up to not hearing it have the other.
  return { messages: late, uptoSeq: lastSeq, late: late.map(({ seq }) => seq), settles: lateSeqs }
}

/** The conversation as a model reads it; what is answered comes last, also where our words of not hearing it stand between. */
export async function loadHistory(tx: Tx, said: SQL | undefined, { uptoSeq, late }: Said): Promise<DatedMessage[]> {
  const { id, seq, role, type, content, transcript, manual, createdAt, aboutFile } = messages
  const rows = await tx.db
    .select({ id, seq, role, type, content, transcript, manual, createdAt, aboutFile })
    .from(messages)
    .where(and(said, lte(seq, uptoSeq)))
    .orderBy(desc(seq))
    .limit(HISTORY_MAX)
  rows.reverse()
  const [last, before] = [rows.filter((row) => late.includes(row.seq)), rows.filter((row) => !late.includes(row.seq))]
  return [...before, ...last].map(({ id, seq, role, type, content, transcript, manual, createdAt, aboutFile }) => ({
    seq,
    messageId: id,
    about: aboutFile?.state === 'done' ? aboutFile : null,
    fromLead: role === 'humano',
    fromPerson: manual,
    at: createdAt,
    // What somebody says is read like what they write, but for what is to be asked back first.
    ...(transcript?.state === 'done' ? { type: 'text', content: unspelled(transcript.text), spoken: true } : { type, content }),
  }))
}
