import { type AppError, errors } from '../../../../platform/errors.ts'
import type { MetaRejection } from '../../../../platform/external-services/whatsapp-api.ts'
import { getErrorMeaning, META_ERROR_CODES } from '../cloud-api/error-codes.ts'

/** Form field and Portuguese text for each subcode with which Meta rejects a template. */
const REASON_BY_SUBCODE: Readonly<Record<number, readonly [field: string | null, words: string]>> = {
  2_388_019: [null, 'Esta conta já tem todos os modelos que a Meta permite. Exclua um para criar outro.'],
  2_388_023: ['name', 'A Meta ainda exclui um modelo com este nome e idioma. Use outro nome.'],
  2_388_024: ['name', 'Já existe um modelo com este nome e idioma.'],
  2_388_039: [null, 'A Meta não deixa mudar este modelo agora.'],
  2_388_040: ['body.text', 'A Meta diz que um dos textos é longo demais.'],
  2_388_047: ['header.text', 'A Meta não aceita o formato do cabeçalho.'],
  2_388_072: ['body.text', 'A Meta não aceita o formato do texto.'],
  2_388_073: ['footer', 'A Meta não aceita o formato do rodapé.'],
  2_388_293: ['body.text', 'Há campos demais para o tamanho do texto. Escreva mais, ou use menos campos.'],
  2_388_299: ['body.text', 'O texto não pode começar nem terminar com um campo: escreva algo antes e depois.'],
}

export function toTemplateError({ code, subcode, userMessage }: MetaRejection): AppError {
  const [field, text] = REASON_BY_SUBCODE[subcode ?? 0] ?? [null, null]
  if (text !== null) return errors.invalid(text, field === null ? undefined : { [field]: text })
  if (userMessage) return errors.invalid(`A Meta não aceitou o modelo: “${userMessage}”`)
  const isBug = code === 100 || code === null || META_ERROR_CODES[code] === undefined
  return errors.invalid(isBug ? 'A Meta não aceitou o modelo, e não disse por quê.' : getErrorMeaning(code).reason)
}
