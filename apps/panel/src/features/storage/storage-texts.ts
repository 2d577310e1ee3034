import type { Storage } from '@prosa/contract/entities/files/storage'
import { formatStorageSize } from '@prosa/contract/rules/files/format-storage-size'

/** Returns the warning to managers that the storage quota is almost used up. Returns null below the warning threshold (MEDIA-24). */
export function getStorageWarning({ state, quota_bytes }: Pick<Storage, 'state' | 'quota_bytes'>): string | null {
  if (state === 'under') return null
  const quota = formatStorageSize(quota_bytes)
  return state === 'near'
    ? `Os arquivos já ocupam 80 % do espaço de ${quota}.`
    : `O espaço de arquivos acabou: os ${quota} estão em uso.`
}

/** Text that explains what happens when the storage quota is used up. */
export const FULL_QUOTA_EXPLANATION =
  'Sem espaço, a equipe não envia mais arquivos; os dos leads ainda chegam, até 20 % além. Para ter mais, fale com quem administra a plataforma.'
