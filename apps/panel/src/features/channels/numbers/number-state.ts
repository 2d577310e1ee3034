import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'

/**
 * Returns a label for the state of a WhatsApp number: broken, warning, or working. Until the first webhook event arrives, the state is
 * warning (NUM-06).
 */
export function getNumberState({ status, problems = [], webhook }: WhatsappNumber): { tone: BadgeTone; label: string } {
  if (status === 'broken' || problems.some(({ severity }) => severity === 'broken'))
    return { tone: 'error', label: 'Com problema' }
  const awaitsFirstEvent = webhook !== undefined && !webhook.event_at
  if (problems.length > 0 || awaitsFirstEvent) return { tone: 'waiting', label: 'Atenção' }
  return { tone: 'success', label: 'Funcionando' }
}

const QUALITY_LABELS: Readonly<Record<string, string>> = {
  GREEN: 'Qualidade alta',
  YELLOW: 'Qualidade média',
  RED: 'Qualidade baixa',
}
const COUNT_FORMAT = new Intl.NumberFormat('pt-BR')

/** Returns short texts with facts from Meta about a WhatsApp number. Unknown facts are omitted. */
export function listNumberFacts({ quality, limit, used_24h: used, mode }: WhatsappNumber): string[] {
  const people = COUNT_FORMAT.format(used ?? 0)
  const today = limit ? `Hoje: pelo menos ${people} de ${COUNT_FORMAT.format(limit)} pessoas` : null
  return [QUALITY_LABELS[quality ?? ''], today, mode === 'coexistence' ? 'Também no celular' : null].filter(
    (fact) => !!fact,
  ) as string[]
}
