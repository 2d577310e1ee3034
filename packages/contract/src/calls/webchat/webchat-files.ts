import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { file, fileAnnouncement } from '../../entities/files/file.ts'
import { filePartNumber, id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/** Uploads of files by a visitor of the web chat. In its own file, because the page loads this code only with the first file. */

export const createWebchatFile = defineCall({
  name: 'createWebchatFile',
  method: 'POST',
  path: '/webchat/:agentId/files',
  summary: 'Anuncia um arquivo do visitante; diz quais partes faltam, ou nenhuma, quando ele mesmo já o enviou.',
  params: z.object({ agentId: id }),
  body: fileAnnouncement,
  answer: successWithData(file),
})

/** Works like `putFilePart`. */
export const putWebchatFilePart = defineCall({
  name: 'putWebchatFilePart',
  method: 'PUT',
  path: '/webchat/:agentId/files/:id/parts/:n',
  summary: 'Uma parte do arquivo do visitante, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ agentId: id, id, n: filePartNumber }),
  answer: successWithData(file),
})
