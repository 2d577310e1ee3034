import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { announcedFile, file } from '../entities/file.ts'
import { filePartNumber, id } from '../fields.ts'

/** Files of a web chat's visitor on their way to its message. Apart from the other calls: the page loads them with its first file. */

export const createWebchatFile = defineCall({
  name: 'createWebchatFile',
  method: 'POST',
  path: '/webchat/:agentId/files',
  summary: 'Anuncia um arquivo do visitante; diz quais partes faltam, ou nenhuma, quando ele mesmo já o enviou.',
  params: z.object({ agentId: id }),
  body: announcedFile,
  answer: success(file),
})

/** As `putFilePart`. */
export const putWebchatFilePart = defineCall({
  name: 'putWebchatFilePart',
  method: 'PUT',
  path: '/webchat/:agentId/files/:id/parts/:n',
  summary: 'Uma parte do arquivo do visitante, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ agentId: id, id, n: filePartNumber }),
  answer: success(file),
})
