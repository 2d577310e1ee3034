import { createHash } from 'node:crypto'
import { createFile } from '@prosa/contract/calls/files'
import { createWebchatFile } from '@prosa/contract/calls/webchat-files'
import type { StoredFile } from '@prosa/contract/entities/file'
import { PART_BYTES } from '@prosa/contract/entities/file'
import type { Client } from './client.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, ...Buffer.from('JFIF\0')])

/** Returns a file of `bytes` bytes that begins like a JPEG. Each seed gives another content. */
export const jpegOf = (bytes: number, seed: number | string = 1): Buffer =>
  Buffer.concat([JPEG, Buffer.alloc(bytes - JPEG.length, seed)])

const aboutOf = (bytes: Uint8Array, filename: string) => ({
  sha256: sha256Of(bytes),
  size: bytes.length,
  mime_type: 'application/octet-stream',
  filename,
})

/** Announces a file. */
export const announce = async (client: Client, bytes: Uint8Array, filename: string): Promise<StoredFile> =>
  (await client.call(createFile, { body: aboutOf(bytes, filename) })).data

/** Announces a file as a web-chat visitor. */
export const visitorAnnounces = async (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  (await visitor.call(createWebchatFile, { params: { agentId }, body: aboutOf(bytes, filename) })).data

/**
 * Announces a file as a web-chat visitor and expects a refusal.
 * @returns the error
 */
export const visitorIsRefused = (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  visitor.refused(createWebchatFile, { params: { agentId }, body: aboutOf(bytes, filename) })

/**
 * Sends one part of a file; if `agentId` is given, as a web-chat visitor.
 * @returns the unparsed answer
 */
export const sendPart = (client: Client, id: string, part: number, bytes: Uint8Array, agentId?: string) =>
  client.raw({
    method: 'PUT',
    url: `/api${agentId === undefined ? '' : `/webchat/${agentId}`}/files/${id}/parts/${part}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes.subarray((part - 1) * PART_BYTES.most, part * PART_BYTES.most)),
  })

/**
 * Announces a file and uploads all its parts.
 * @returns its id
 */
export async function uploadFile(client: Client, bytes: Uint8Array, filename: string): Promise<string> {
  return sendParts(client, await announce(client, bytes, filename), bytes)
}

/**
 * Announces a file as a web-chat visitor and uploads all its parts.
 * @returns its id
 */
export async function visitorUploads(visitor: Client, agentId: string, bytes: Uint8Array, filename: string): Promise<string> {
  return sendParts(visitor, await visitorAnnounces(visitor, agentId, bytes, filename), bytes, agentId)
}

async function sendParts(client: Client, { id, missing }: StoredFile, bytes: Uint8Array, agentId?: string): Promise<string> {
  for (const part of missing) {
    const { statusCode, body } = await sendPart(client, id, part, bytes, agentId)
    if (statusCode !== 200) throw new Error(`Part ${part}: ${statusCode} ${body}`)
  }
  return id
}
