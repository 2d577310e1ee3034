import type { Storage } from '@prosa/contract/entities/storage'
import { roomText } from '@prosa/contract/rules/room-text'
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../shared/api/missing.ts'
import { Card } from '../../shared/ui/card.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { storageQuery } from './storage-query.ts'
import { STORAGE_MEANS, storageNotice } from './storage-words.ts'

function Used({ storage }: { storage: Storage }) {
  const { used_bytes, quota_bytes, state } = storage
  const notice = storageNotice(storage)
  return (
    <>
      <p className="text-ui tabular">
        <span className="font-semibold">{roomText(used_bytes)}</span> de {roomText(quota_bytes)}
      </p>
      <Meter label="Parte do espaço já usada" part={used_bytes / quota_bytes} isCalm={state === 'under'} />
      {notice && (
        <p role="status" className="mt-2 text-ui">
          {notice} {STORAGE_MEANS}
        </p>
      )}
    </>
  )
}

/** Storage used by the organisation's files. Hidden if the provider has no quota. */
export default function StorageCard() {
  const query = useQuery(storageQuery())
  const { data, error } = query
  if (isMissing(error)) return null
  return (
    <Card title="Espaço de arquivos" description="Fotos, áudios e documentos de todas as conversas e do conhecimento.">
      {!data && !error && <Skeleton className="h-10" />}
      {!data && error && <LoadFailed query={query} words="Não foi possível buscar o espaço de arquivos." />}
      {data && <Used storage={data} />}
    </Card>
  )
}
