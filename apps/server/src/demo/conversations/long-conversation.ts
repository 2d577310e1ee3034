import { TZDate } from '@date-fns/tz'
import { addSeconds } from 'date-fns/addSeconds'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import { createShuffledDeck, type SeededRandom } from '../seeded-random.ts'
import { LONG_EXCHANGES } from '../stories/long-exchanges.ts'
import type { DemoPerson } from './demo-people.ts'
import type { DemoConversation, DemoMessage, DemoStaff } from './demo-tenant.ts'
import { createDemoAttachment, parseStoryLines } from './parse-story.ts'
import { fillPlaceholders, type PlaceholderResolverFactory } from './placeholder-resolver.ts'

const MESSAGE_COUNT = 2_000
const DURATION_DAYS = 160
const UNREAD_COUNT = 120
const TIME_ZONE = 'America/Sao_Paulo'

/** Moves a time into the hours from 8 to 20 of its day, without changing the order of times. Does not move times of today. */
const moveToDaytime = (time: Date, now: Date): Date => {
  const local = new TZDate(time.getTime(), TIME_ZONE)
  const midnight = startOfDay(local).getTime()
  if (midnight === startOfDay(new TZDate(now.getTime(), TIME_ZONE)).getTime()) return time
  return new Date(midnight + 8 * 3_600_000 + (local.getTime() - midnight) / 2)
}

interface LongConversationInput {
  readonly random: SeededRandom
  readonly createResolver: PlaceholderResolverFactory
  readonly person: DemoPerson
  readonly staff: readonly DemoStaff[]
  readonly now: Date
}

/** Creates a conversation of two thousand messages over several months. About a hundred of them are unread. */
export const createLongConversation = ({
  random,
  createResolver,
  person,
  staff,
  now,
}: LongConversationInput): DemoConversation => {
  const nextExchange = createShuffledDeck(random, LONG_EXCHANGES.map(parseStoryLines))
  const exchanges: Omit<DemoMessage, 'at'>[][] = []
  for (let count = 0; count < MESSAGE_COUNT; count = exchanges.reduce((sum, { length }) => sum + length, 0)) {
    const resolvePlaceholder = createResolver(person)
    exchanges.push(
      nextExchange().map((line) => {
        const content = fillPlaceholders(line.text, resolvePlaceholder, random)
        const sender = typeof line.speaker === 'number' ? (staff[line.speaker] ?? null) : null
        const senderRef = sender && { id: sender.id, name: sender.name }
        const role = line.speaker === 'lead' ? 'humano' : 'AI'
        return {
          role,
          type: line.type,
          content,
          manual: sender !== null,
          sender: senderRef,
          attachment: createDemoAttachment(line.type, content),
        }
      }),
    )
  }
  const end = subMinutes(now, 26)
  const start = subDays(end, DURATION_DAYS).getTime()
  const step = (end.getTime() - start) / exchanges.length
  const messages = exchanges
    .flatMap((exchange, index) => {
      const begin = moveToDaytime(new Date(start + step * (index + 0.5)), now)
      return exchange.map((message, line): DemoMessage => ({ ...message, at: addSeconds(begin, line * 26 + random.int(0, 12)) }))
    })
    .slice(-MESSAGE_COUNT)
  return {
    lead: {
      name: person.name,
      company: 'Condomínio Jardim das Acácias',
      phone: person.phone,
      email: person.email,
      origin: 'Indicação',
      createdAt: subMinutes(messages[0]?.at ?? now, 1),
      archive: false,
      pause: null,
    },
    stage: 'fechamento',
    status: 'active',
    statusMessage: 'Cliente ativo: administração do condomínio',
    summary: `${person.name}, síndico do Condomínio Jardim das Acácias, fala quase todo dia com o pós-venda: manutenção, boletos, visitas e vistorias. Prefere resolver por mensagem e responde rápido.`,
    attentionReason: null,
    meeting: null,
    unread: UNREAD_COUNT,
    messages,
  }
}
