import type { ModuleImport } from './read-imports.ts'
import { findZone, getForbiddenImportReason, getForbiddenPackageReason } from './zones.ts'

export interface SourceModule {
  readonly file: string
  readonly imports: readonly ModuleImport[]
}

const describeViolation = (file: string, { target, specifier, line }: ModuleImport): string[] => {
  const reason =
    target.kind === 'file' ? getForbiddenImportReason(file, target.path) : getForbiddenPackageReason(file, target.name)
  return reason ? [`${file}:${line} must not import '${specifier}': ${reason}`] : []
}

/** Returns a problem for each forbidden import and for each file that belongs to no zone. */
export const findImportViolations = (modules: readonly SourceModule[]): string[] =>
  modules.flatMap(({ file, imports }) => {
    if (!findZone(file)) return [`${file}: this place belongs to no zone; name its folder in scripts/imports/zones.ts`]
    return imports.flatMap((found) => describeViolation(file, found))
  })
