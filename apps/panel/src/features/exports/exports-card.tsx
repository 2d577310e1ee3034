import type { DataExport } from '@prosa/contract/entities/reports/export'
import { useQuery } from '@tanstack/react-query'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { formatFullDate } from '../../shared/formatting/format-date.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { getExportUrl } from './download-export-file.ts'
import { exportsQuery } from './queries.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

function ExportStatus({ row: { state, rows, reason, expires_at: expiresAt } }: { row: DataExport }) {
  if (state === 'running') return <>Preparando o arquivo…</>
  if (state === 'failed') return <span className="text-roma">{reason}</span>
  return (
    <>
      {countFormat.format(rows ?? 0)} {rows === 1 ? 'registro' : 'registros'} · até {formatFullDate(expiresAt)}
    </>
  )
}

function ExportRow({ row }: { row: DataExport }) {
  return (
    <li className="flex items-center gap-3 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-ui">{row.filename}</p>
        <p className="text-ink-3 text-meta tabular">
          <ExportStatus row={row} />
        </p>
      </div>
      {row.state === 'running' && <Spinner className="size-4" />}
      {row.state === 'ready' && (
        <a href={getExportUrl(row.id)} download="" aria-label={`Baixar ${row.filename}`} className={getButtonClass()}>
          Baixar
        </a>
      )}
    </li>
  )
}

/**
 * Card with the files that this user has exported in the last 24 hours. Hidden if there are none or the server does not support exports.
 */
export function ExportsCard() {
  const query = useQuery(exportsQuery())
  const { data: exports = [], error } = query
  const hasFailed = !query.data && error !== null && !isNotImplemented(error)
  if (exports.length === 0 && !hasFailed) return null
  return (
    <Card title="Arquivos exportados" description="Só você os vê, e cada um some depois de 24 horas.">
      {hasFailed ? (
        <LoadError query={query} message="Não foi possível buscar os arquivos." />
      ) : (
        <ul>
          {exports.map((row) => (
            <ExportRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  )
}
