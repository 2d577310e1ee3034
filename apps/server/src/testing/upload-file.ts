import { createHash } from 'node:crypto'
import { createFile } from '@prosa/contract/calls/files'
import { createWebchatFile } from '@prosa/contract/calls/webchat-files'
import type { StoredFile } from '@prosa/contract/entities/file'
import { PART_BYTES } from '@prosa/contract/entities/file'
import type { Client } from './client.ts'

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, ...Buffer.from('JFIF\0')])

/** What begins as a photo does, of so many bytes; another seed makes another content. */
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

/** The same of a web chat's visitor. */
export const visitorAnnounces = async (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  (await visitor.call(createWebchatFile, { params: { agentId }, body: aboutOf(bytes, filename) })).data

/** What announcing it is refused with. */
export const visitorIsRefused = (visitor: Client, agentId: string, bytes: Uint8Array, filename: string) =>
  visitor.refused(createWebchatFile, { params: { agentId }, body: aboutOf(bytes, filename) })

/** Sends one part of it; of a web chat's visitor to the agent's page. @returns the answer as it came */
export const sendPart = (client: Client, id: string, part: number, bytes: Uint8Array, agentId?: string) =>
  client.raw({
    method: 'PUT',
    url: `/api${agentId === undefined ? '' : `/webchat/${agentId}`}/files/${id}/parts/${part}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(bytes.subarray((part - 1) * PART_BYTES.most, part * PART_BYTES.most)),
  })

/** Uploads a file whole. @returns its id */
export async function uploadFile(client: Client, bytes: Uint8Array, filename: string): Promise<string> {
  return sendParts(client, await announce(client, bytes, filename), bytes)
}

/** The same of a web chat's visitor. */
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
