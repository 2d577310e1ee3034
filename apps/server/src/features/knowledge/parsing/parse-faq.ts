import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

const QUESTION_PREFIX = /^\s*(?:p|pergunta|q)\s*[:.)-]\s*/i
const ANSWER_PREFIX = /^\s*(?:r|resposta|a)\s*[:.)-]\s*/i

interface QuestionAnswerPair {
  readonly line: number
  readonly question: string
  readonly answer: string[]
}

const QUESTION_LINES = /^[ \t]*(?:p|pergunta)[ \t]*[:.)-]/gim
const ANSWER_LINES = /^[ \t]*(?:r|resposta)[ \t]*[:.)-]/gim

/** Whether a text consists of questions and answers with prefixes such as 'P:' and 'R:'. */
export const isFaq = (text: string): boolean =>
  (text.match(QUESTION_LINES) ?? []).length > 1 && (text.match(ANSWER_LINES) ?? []).length > 1

/**
 * Parses questions and answers: 'P: … R: …', or a line that ends with '?' and the paragraph after it.
 * @throws UnreadableSourceError if there are none
 */
export const parseFaqPassages = (text: string): SourceParseResult => {
  const pairs: QuestionAnswerPair[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  lines.forEach((raw, index) => {
    const line = raw.trim()
    const [question, ...answerParts] = QUESTION_PREFIX.test(line)
      ? line.replace(QUESTION_PREFIX, '').split(/\s(?=(?:R|Resposta):\s)/)
      : []
    if (question !== undefined) {
      pairs.push({
        line: index + 1,
        question: question.trim(),
        answer: answerParts.map((part) => part.replace(ANSWER_PREFIX, '')),
      })
    } else if (line.endsWith('?') && (pairs.at(-1)?.answer.some((part) => part !== '') ?? true)) {
      pairs.push({ line: index + 1, question: line, answer: [] })
    } else {
      pairs.at(-1)?.answer.push(line.replace(ANSWER_PREFIX, ''))
    }
  })
  const report: string[] = []
  const passages = pairs.flatMap(({ line, question, answer }): ParsedPassage[] => {
    const answerText = answer.join('\n').trim()
    if (answerText === '') {
      report.push(`Linha ${line}: “${question.slice(0, 80)}” ficou sem resposta e não entrou.`)
      return []
    }
    if (answerText.length > KNOWLEDGE_LIMITS.passageChars)
      report.push(
        `Linha ${line}: a resposta passa de ${KNOWLEDGE_LIMITS.passageChars.toLocaleString('pt-BR')} caracteres e foi cortada.`,
      )
    return [
      {
        place: `linha ${line}`,
        heading: null,
        question: question.slice(0, KNOWLEDGE_LIMITS.questionChars),
        text: answerText.slice(0, KNOWLEDGE_LIMITS.passageChars),
        product: null,
      },
    ]
  })
  if (passages.length === 0)
    throw new UnreadableSourceError(
      'Não achei perguntas com resposta. Escreva “P: …” e “R: …”, ou a pergunta numa linha e a resposta na seguinte.',
    )
  return { passages, report }
}
