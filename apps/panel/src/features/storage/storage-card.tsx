import type { Storage } from '@prosa/contract/entities/files/storage'
import { formatStorageSize } from '@prosa/contract/rules/files/format-storage-size'
import { useQuery } from '@tanstack/react-query'
import { isNotImplemented } from '../../shared/api/is-not-implemented.ts'
import { LoadError } from '../../shared/ui/feedback/load-error.tsx'
import { QuotaMeter } from '../../shared/ui/feedback/quota-meter.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Card } from '../../shared/ui/layout/card.tsx'
import { storageQuery } from './storage-query.ts'
import { FULL_QUOTA_EXPLANATION, getStorageWarning } from './storage-texts.ts'

function UsedStorage({ storage }: { storage: Storage }) {
  const { used_bytes, quota_bytes, state } = storage
  const notice = getStorageWarning(storage)
  return (
    <>
      <p className="text-ui tabular">
        <span className="font-semibold">{formatStorageSize(used_bytes)}</span> de {formatStorageSize(quota_bytes)}
      </p>
      <QuotaMeter label="Parte do espaço já usada" fraction={used_bytes / quota_bytes} isBelowWarning={state === 'under'} />
      {notice && (
        <p role="status" className="mt-2 text-ui">
          {notice} {FULL_QUOTA_EXPLANATION}
        </p>
      )}
    </>
  )
}

/** Card with the storage that the organisation's files use. Hidden if the server has no storage quota. */
export default function StorageCard() {
  const query = useQuery(storageQuery())
  const { data, error } = query
  if (isNotImplemented(error)) return null
  return (
    <Card title="Espaço de arquivos" description="Fotos, áudios e documentos de todas as conversas e do conhecimento.">
      {!data && !error && <Skeleton className="h-10" />}
      {!data && error && <LoadError query={query} message="Não foi possível buscar o espaço de arquivos." />}
      {data && <UsedStorage storage={data} />}
    </Card>
  )
}
