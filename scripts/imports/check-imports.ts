import type { Import } from './read-imports.ts'
import { forbiddenImport, forbiddenPackage, zoneOf } from './zones.ts'

export interface Module {
  readonly file: string
  readonly imports: readonly Import[]
}

const violationOf = (file: string, { target, specifier, line }: Import): string[] => {
  const reason = target.kind === 'file' ? forbiddenImport(file, target.path) : forbiddenPackage(file, target.name)
  return reason ? [`${file}:${line} must not import '${specifier}': ${reason}`] : []
}

/** Returns a problem for every forbidden import and for every file that belongs to no zone. */
export const importViolations = (modules: readonly Module[]): string[] =>
  modules.flatMap(({ file, imports }) => {
    if (!zoneOf(file)) return [`${file}: this place belongs to no zone; name its folder in scripts/imports/zones.ts`]
    return imports.flatMap((found) => violationOf(file, found))
  })
