import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { answer, refuse } from './meta-answers.ts'
import type { MetaFile } from './meta-bodies.ts'

/** Of the double, what files that leads sent are about. */
interface Files {
  files: Map<string, MetaFile>
  fetched: string[]
  described: string[]
}

/** Where the double keeps what leads sent, and what it says of it. */
export const metaFiles = (double: Files, url: string) => ({
  describe: (response: ServerResponse, id: string): void => {
    double.described.push(id)
    const { bytes, mimeType, said } = double.files.get(id) as MetaFile
    answer(response, {
      messaging_product: 'whatsapp',
      url: said?.url ?? `${url}/files/${id}`,
      mime_type: mimeType,
      sha256: said?.sha256 ?? createHash('sha256').update(bytes).digest('hex'),
      file_size: said?.size ?? bytes.length,
      id,
    })
  },
  send: (response: ServerResponse, id: string): void => {
    double.fetched.push(id)
    const file = double.files.get(id)
    if (!file) return refuse(response, 100)
    if ((file.failures ?? 0) > 0) {
      file.failures = (file.failures ?? 0) - 1
      response.writeHead(500).end()
      return
    }
    if ((file.expired ?? 0) > 0) {
      file.expired = (file.expired ?? 0) - 1
      response.writeHead(404).end()
      return
    }
    if (file.redirectTo) response.writeHead(302, { location: file.redirectTo }).end()
    else response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes)
  },
})
