import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { file, fileAnnouncement } from '../../entities/files/file.ts'
import { filePartNumber, id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * API endpoints with which visitors of the web chat upload files. Defined in a separate file, which the page loads only before the first
 * upload.
 */

export const createWebchatFile = defineCall({
  name: 'createWebchatFile',
  method: 'POST',
  path: '/webchat/:agentId/files',
  summary: 'Anuncia um arquivo do visitante; diz quais partes faltam, ou nenhuma, quando ele mesmo já o enviou.',
  params: z.object({ agentId: id }),
  body: fileAnnouncement,
  answer: successWithData(file),
})

/** Uploads the bytes of one part of a visitor's file. Works like `putFilePart`. */
export const putWebchatFilePart = defineCall({
  name: 'putWebchatFilePart',
  method: 'PUT',
  path: '/webchat/:agentId/files/:id/parts/:n',
  summary: 'Uma parte do arquivo do visitante, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ agentId: id, id, n: filePartNumber }),
  answer: successWithData(file),
})
