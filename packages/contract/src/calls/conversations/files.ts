import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { file, fileAnnouncement, fileKind } from '../../entities/files/file.ts'
import { leadFile } from '../../entities/files/lead-file.ts'
import { storage } from '../../entities/files/storage.ts'
import { cursorQuery, filePartNumber, id, listQuery } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/**
 * Uploads of files for messages (1-whatsapp.md, section 3). Only the user who announced a file can access it with these calls. Prosa
 * extension.
 */

const params = z.object({ id })

/** Content that the organisation's team has already sent is `stored` at once. For any other content, `missing` lists all parts. */
export const createFile = defineCall({
  name: 'createFile',
  method: 'POST',
  path: '/files',
  summary: 'Anuncia um arquivo a enviar; diz quais partes faltam, ou nenhuma, quando o conteúdo já está aqui.',
  body: fileAnnouncement,
  answer: successWithData(file),
})

/**
 * Uploads the bytes of one part (`application/octet-stream`). Each part has the announced `part_bytes`, or PART_BYTES.most; the last part
 * has the rest. Parts can be sent in any order and repeated. After the last missing part the content is checked, and the file becomes
 * `stored`, or `refused` with a reason.
 */
export const putFilePart = defineCall({
  name: 'putFilePart',
  method: 'PUT',
  path: '/files/:id/parts/:n',
  summary: 'Uma parte do arquivo, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ id, n: filePartNumber }),
  answer: successWithData(file),
})

export const getFile = defineCall({
  name: 'getFile',
  method: 'GET',
  path: '/files/:id',
  summary: 'Um arquivo que a própria pessoa anunciou, e o que falta dele.',
  params,
  answer: successWithData(file),
})

/** Files of the lead's conversations and of its imported history, newest first; `limit` files, or 30. Stickers are excluded. */
export const listLeadFiles = defineCall({
  name: 'listLeadFiles',
  method: 'GET',
  path: '/leads/:id/files',
  summary: 'Arquivos trocados com um lead, do mais recente para o mais antigo.',
  params,
  query: z.strictObject({ kind: z.optional(fileKind), limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ files: z.array(leadFile), nextCursor: z.nullish(z.string()) })),
})

/** A file that is part of a message is not deleted. */
export const deleteFile = defineCall({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/files/:id',
  summary: 'Desiste de um arquivo que ainda não foi enviado.',
  params,
  answer: successWithoutData,
})

export const getStorage = defineCall({
  name: 'getStorage',
  method: 'GET',
  path: '/storage',
  summary: 'Quanto espaço os arquivos da organização ocupam, e quanto podem ocupar.',
  answer: successWithData(storage),
})
