import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { type ReadPassage, type ReadSource, UnreadableSource } from './passage.ts'

const ASKS = /^\s*(?:p|pergunta|q)\s*[:.)-]\s*/i
const ANSWERS = /^\s*(?:r|resposta|a)\s*[:.)-]\s*/i

interface Pair {
  readonly line: number
  readonly question: string
  readonly answer: string[]
}

const ASKED_LINES = /^[ \t]*(?:p|pergunta)[ \t]*[:.)-]/gim
const ANSWERED_LINES = /^[ \t]*(?:r|resposta)[ \t]*[:.)-]/gim

/** Returns true if a text consists of questions and answers with prefixes such as 'P:' and 'R:'. */
export const isFaq = (text: string): boolean =>
  (text.match(ASKED_LINES) ?? []).length > 1 && (text.match(ANSWERED_LINES) ?? []).length > 1

/**
 * Parses questions and answers: 'P: … R: …', or a line that ends with '?' and the paragraph after it.
 * @throws UnreadableSource if there are none
 */
export const faqPassages = (text: string): ReadSource => {
  const pairs: Pair[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  lines.forEach((raw, at) => {
    const line = raw.trim()
    const [asked, ...answered] = ASKS.test(line) ? line.replace(ASKS, '').split(/\s(?=(?:R|Resposta):\s)/) : []
    if (asked !== undefined) {
      pairs.push({ line: at + 1, question: asked.trim(), answer: answered.map((part) => part.replace(ANSWERS, '')) })
    } else if (line.endsWith('?') && (pairs.at(-1)?.answer.some((part) => part !== '') ?? true)) {
      pairs.push({ line: at + 1, question: line, answer: [] })
    } else {
      pairs.at(-1)?.answer.push(line.replace(ANSWERS, ''))
    }
  })
  const report: string[] = []
  const passages = pairs.flatMap(({ line, question, answer }): ReadPassage[] => {
    const said = answer.join('\n').trim()
    if (said === '') {
      report.push(`Linha ${line}: “${question.slice(0, 80)}” ficou sem resposta e não entrou.`)
      return []
    }
    if (said.length > KNOWLEDGE.passageChars)
      report.push(
        `Linha ${line}: a resposta passa de ${KNOWLEDGE.passageChars.toLocaleString('pt-BR')} caracteres e foi cortada.`,
      )
    return [
      {
        place: `linha ${line}`,
        heading: null,
        question: question.slice(0, KNOWLEDGE.questionChars),
        text: said.slice(0, KNOWLEDGE.passageChars),
        product: null,
      },
    ]
  })
  if (passages.length === 0)
    throw new UnreadableSource(
      'Não achei perguntas com resposta. Escreva “P: …” e “R: …”, ou a pergunta numa linha e a resposta na seguinte.',
    )
  return { passages, report }
}
