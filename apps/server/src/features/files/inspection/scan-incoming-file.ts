import type { Deps } from '../../../platform/deps.ts'
import type { ScanVerdict } from '../../../platform/external-services/virus-scanner.ts'

type ScanDeps = Pick<Deps, 'fileStore' | 'virusScanner'>

/**
 * Scans incoming bytes for malware before anyone can download them (MEDIA-26). Returns 'clean' if no scanner is configured.
 * @throws if the scanner is not available
 */
export const scanIncomingFile = async (
  { fileStore, virusScanner }: ScanDeps,
  tenantId: string,
  name: string,
): Promise<ScanVerdict> => (virusScanner ? virusScanner.scan(fileStore.read(tenantId, name)) : 'clean')
