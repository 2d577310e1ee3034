import { createHash, randomUUID } from 'node:crypto'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { calculatePartBytes, type StoredFile } from '@prosa/contract/entities/files/file'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { buildId } from '../dataset/ids.ts'
import type { HttpCaller } from './http-caller.ts'

/** Returns a PDF of `bytes` bytes with unique content. */
export const createUniquePdf = (bytes: number): Buffer => Buffer.alloc(bytes, `%PDF-1.7\n%${randomUUID()}\n`)

/**
 * Announces a file and uploads its missing parts.
 * @returns its id
 */
export async function uploadAsCaller(
  caller: HttpCaller,
  bytes: Buffer,
  filename: string,
  mime_type = 'application/pdf',
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const part_bytes = calculatePartBytes(bytes.length)
  const about = { sha256, size: bytes.length, mime_type, filename, part_bytes }
  const told = (body: string) => (JSON.parse(body) as { data: StoredFile }).data
  let file = told((await caller.write('POST', '/api/files', about)).body)
  for (const part of file.missing) {
    const path = `/api/files/${file.id}/parts/${part}`
    file = told((await caller.bring(path, bytes.subarray((part - 1) * part_bytes, part * part_bytes))).body)
  }
  if (file.state !== 'stored') throw new Error(`${filename} is ${file.state}: ${file.reason}`)
  return file.id
}

/**
 * Sends a message in a conversation of the large organisation.
 * @returns the message's id
 */
export async function sendToConversation(caller: HttpCaller, conversation: number, body: object): Promise<string> {
  const path = `/api/conversations/lead/${buildId('large', 'lead', conversation)}/${buildId('large', 'conversation', conversation)}/messages`
  const answer = await caller.write('POST', path, body, { [HTTP_HEADERS.idempotencyKey]: randomUUID() })
  return sendMessage.answer.parse(JSON.parse(answer.body)).data?.message?.message_id ?? ''
}
