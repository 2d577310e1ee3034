import type { CostKind } from '@prosa/contract/entities/reports/cost'

export const COST_KIND_LABELS: Readonly<Record<CostKind, string>> = {
  meta: 'Mensagens no WhatsApp',
  model: 'Respostas do modelo',
  transcript: 'Transcrições',
  judge: 'Conferência de correções',
  embedding: 'Busca no conhecimento',
}
