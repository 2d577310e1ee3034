import type { KnowledgeSource, PageRefresh, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'
import Paperclip from 'lucide-react/icons/paperclip'
import Table from 'lucide-react/icons/table-2'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'

interface SourceKindLabels {
  label: string
  Icon: typeof FileText
  /** Possible contents of this kind of knowledge source: a text, a file, or the URL of a page. */
  inputs: readonly ('text' | 'file' | 'url')[]
  /** Label of the content field. */
  fieldLabel: string
  /** Description of the required format. */
  hint: string
  example: string
}

/** Labels of the kinds of knowledge sources, in display order. */
export const SOURCE_KIND_LABELS: Record<SourceKind, SourceKindLabels> = {
  text: {
    label: 'Texto',
    Icon: FileText,
    inputs: ['text'],
    fieldLabel: 'Texto',
    hint: 'Separe os assuntos por uma linha em branco; uma linha curta acima deles vira título.',
    example: 'Garantia\n\nTodo serviço tem garantia de 90 dias…',
  },
  faq: {
    label: 'Perguntas e respostas',
    Icon: CircleHelp,
    inputs: ['text'],
    fieldLabel: 'Perguntas e respostas',
    hint: 'Escreva “P: …” e “R: …”, ou a pergunta numa linha e a resposta na seguinte.',
    example: 'P: Aceitam animais?\nR: Sim, cães e gatos de pequeno porte.\n\nP: Abrem aos sábados?\nR: Das 9h às 14h.',
  },
  file: {
    label: 'Arquivo',
    Icon: Paperclip,
    inputs: ['file'],
    fieldLabel: 'Arquivo',
    hint: 'PDF, DOCX, XLSX, CSV ou TXT, de até 20 MB. Perguntas e respostas escritas nele são reconhecidas.',
    example: '.pdf,.docx,.xlsx,.csv,.txt',
  },
  products: {
    label: 'Planilha de produtos',
    Icon: Table,
    inputs: ['text', 'file'],
    fieldLabel: 'Planilha em CSV',
    hint: 'Na primeira linha, os nomes das colunas: nome, preço, descrição, foto, link, válido até. As outras também são lidas.',
    example: 'nome;preço;descrição;válido até\nPlano anual;R$ 1.200,00;Doze meses;31/12/2026',
  },
  page: {
    label: 'Página do site',
    Icon: Globe,
    inputs: ['url'],
    fieldLabel: 'Endereço da página',
    hint: 'Uma página que qualquer pessoa pode abrir. Menus, rodapé e formulários não são lidos.',
    example: 'https://www.exemplo.com.br/duvidas',
  },
}
export const SOURCE_KINDS = Object.keys(SOURCE_KIND_LABELS) as SourceKind[]

/** Labels of the intervals at which a web page is read again. */
export const REFRESH_INTERVAL_LABELS: Record<PageRefresh, string> = {
  never: 'Só quando eu pedir',
  daily: 'Todo dia',
  weekly: 'Toda semana',
}

/** Labels and styles for the states of a knowledge source. */
export const SOURCE_STATE_LABELS: Record<KnowledgeSource['state'], { label: string; tone: BadgeTone }> = {
  reading: { label: 'Lendo…', tone: 'waiting' },
  ready: { label: 'Pronto', tone: 'success' },
  failed: { label: 'Não foi lida', tone: 'error' },
}

const countFormat = new Intl.NumberFormat('pt-BR')
const listFormat = new Intl.ListFormat('pt-BR')

export const formatPassageCount = (passages: number): string =>
  passages === 1 ? '1 trecho' : `${countFormat.format(passages)} trechos`

/** Returns the names of the agents that use a knowledge source. `ids`: null if all agents use it. */
export const formatAgentNames = (ids: readonly string[] | null, agents: readonly { _id: string; name: string }[]): string => {
  if (ids === null) return 'Todos os agentes'
  const names = ids.map((id) => agents.find(({ _id }) => _id === id)?.name)
  return listFormat.format(names.map((name) => name ?? 'um agente que não está mais aqui'))
}
