import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { KnowledgeSource } from '@prosa/contract/entities/agents/knowledge'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/ui/menus/menu.tsx'
import {
  formatAgentNames,
  formatPassageCount,
  REFRESH_INTERVAL_LABELS,
  SOURCE_KIND_LABELS,
  SOURCE_STATE_LABELS,
} from './source-labels.ts'

/** Dialog about a knowledge source. At most one is open. */
export type SourceDialogKind = 'passages' | 'edit' | 'delete'

interface SourceRowProps {
  source: KnowledgeSource
  agents: readonly Agent[]
  /** Whether the user may edit knowledge sources and the browser is online. */
  canWrite: boolean
  onOpen: (kind: SourceDialogKind, source: KnowledgeSource) => void
  onRefresh: (source: KnowledgeSource) => void
}

/** List of notes about parts of a knowledge source that could not be read completely. */
function ReadingReport({ report }: { report: readonly string[] }) {
  return (
    <details className="mt-1 text-meta">
      <summary className="flex min-h-6 coarse:min-h-11 w-fit cursor-pointer items-center text-ink-2 underline decoration-dotted underline-offset-2">
        {report.length === 1 ? '1 aviso da leitura' : `${report.length} avisos da leitura`}
      </summary>
      <ul className="mt-1 flex flex-col gap-1 border-ipe border-l-(length:--margin-rule) pl-3 text-ink-2">
        {report.map((line, index) => (
          <li key={index} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </details>
  )
}

function LastChange({ source: { updated_by_name, updated_at } }: { source: KnowledgeSource }) {
  return (
    <>
      {updated_by_name ? `alterada por ${updated_by_name} em ` : 'alterada em '}
      <time dateTime={updated_at}>{formatFullDate(updated_at)}</time>
    </>
  )
}

/** URL of a web page and the interval at which the page is read again. */
function PageAddress({ url, refresh }: { url: string; refresh: KnowledgeSource['refresh'] }) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className="reach underline underline-offset-2">
        {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
      </a>
      {refresh && refresh !== 'never' && ` · lida ${REFRESH_INTERVAL_LABELS[refresh].toLowerCase()}`}
    </>
  )
}

export function SourceRow({ source, agents, canWrite, onOpen, onRefresh }: SourceRowProps) {
  const { title, kind, state, error, report, passages, agent_ids, filename, url, refresh } = source
  const { Icon, label } = SOURCE_KIND_LABELS[kind]
  return (
    <li className="relative flex items-start gap-3 border-line border-t px-edge py-3.5 first:border-t-0">
      {state === 'failed' && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-(--margin-rule) bg-roma" />}
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen('passages', source)}
            className="reach min-w-0 rounded-control text-left font-semibold text-ui hover:underline"
          >
            <span className="wrap-anywhere block">{title}</span>
          </button>
          <Badge tone={SOURCE_STATE_LABELS[state].tone}>{SOURCE_STATE_LABELS[state].label}</Badge>
        </div>
        <p className="wrap-anywhere mt-0.5 text-ink-2 text-meta tabular">
          {label} · {formatPassageCount(passages)} · {formatAgentNames(agent_ids, agents)}
        </p>
        {(filename ?? url) && (
          <p className="wrap-anywhere text-ink-2 text-meta">{filename ?? <PageAddress url={url ?? ''} refresh={refresh} />}</p>
        )}
        <p className="wrap-anywhere text-ink-3 text-meta tabular first-letter:uppercase">
          <LastChange source={source} />
        </p>
        {error && <p className="wrap-anywhere mt-1 text-roma text-ui">{error}</p>}
        {report.length > 0 && <ReadingReport report={report} />}
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton label={`Ações de ${title}`} className="-mr-1.5">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onClick={() => onOpen('passages', source)}>Ver trechos</MenuItem>
        {canWrite && (
          <>
            <MenuItem onClick={() => onOpen('edit', source)}>Editar</MenuItem>
            <MenuItem onClick={() => onRefresh(source)}>Ler de novo</MenuItem>
            <MenuSeparator />
            <MenuItem danger onClick={() => onOpen('delete', source)}>
              Apagar
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}
