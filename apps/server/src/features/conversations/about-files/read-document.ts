import type { AboutFile } from '../../../kernel/about-file.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import type { Files, KeptFile } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import { holdMessage } from '../raise-delivery.ts'
import { callAgent } from '../transcripts/settle-transcript.ts'
import { lineOf } from './line.ts'
import { formatOf } from './note-document.ts'
import { showAbout } from './show-lines.ts'

export type ReadDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'log'>

export interface ReadPorts {
  files: Pick<Files, 'ofMessage' | 'withPath'>
  knowledge: Pick<Knowledge, 'readText'>
}

/** Maximum number of characters stored of a document's text (2-agents.md, section 4). */
const TEXT_CHARS = 6_000
const MOST_PAGES = 50
/** Maximum reading time in milliseconds. With the delay of the job queue, it stays below the 12 s of SEE-06. */
const MOST_MS = 8_500

type Learned = Pick<AboutFile, 'state' | 'line' | 'text'>

const FAILED: Learned = { state: 'failed', line: '', text: '' }

/** Reads a lead's document in an isolated process and shows a one-line summary below it. Can be repeated or interrupted safely. */
export async function readDocument(deps: ReadDeps, ports: ReadPorts, job: Jobs['read-document']): Promise<void> {
  const { tenantId, messageId } = job
  const file = await deps.db.tenant(tenantId, (tx) => ports.files.ofMessage(tx, tenantId, messageId))
  const format = file && formatOf(file)
  const learned = format ? await learn(deps, ports, file, format) : FAILED
  await deps.db.tenant(tenantId, (tx) => settle(tx, deps, job, learned))
}

/** Marks a document as unreadable. */
export const giveUpDocument = (deps: ReadDeps, job: Jobs['read-document']): Promise<void> =>
  deps.db.tenant(job.tenantId, (tx) => settle(tx, deps, job, FAILED))

async function learn(
  { log }: ReadDeps,
  { files, knowledge }: ReadPorts,
  file: KeptFile,
  format: 'pdf' | 'docx',
): Promise<Learned> {
  const read = await files.withPath(file, (path) =>
    knowledge.readText({ tenantId: file.tenantId, format, path, mostPages: MOST_PAGES, mostMs: MOST_MS }),
  )
  if ('whyNot' in read) {
    log.info({ fileId: file.id, why: read.whyNot }, 'a document was not read')
    return FAILED
  }
  return { state: 'done', line: lineOf(read.text), text: read.text.slice(0, TEXT_CHARS) }
}

/**
 * Stores the result and lets the agent's waiting turn continue. Does nothing if the document is no longer waiting: its lead was erased, or
 * deleted the message.
 */
async function settle(tx: Tx, deps: ReadDeps, { tenantId, messageId }: Jobs['read-document'], learned: Learned): Promise<void> {
  const row = await holdMessage(tx, tenantId, { id: messageId })
  if (row?.aboutFile?.state !== 'reading') return
  const { since } = row.aboutFile
  await showAbout(tx, row, { ...learned, since }, deps.clock.now())
  await callAgent(tx, deps, row, { storedAt: new Date(since), isDone: false })
}
