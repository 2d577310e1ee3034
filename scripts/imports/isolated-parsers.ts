import type { SourceModule } from './check-imports.ts'

/**
 * Packages that parse untrusted binary formats or markup. A few hundred bytes can make them loop for days, so the server uses them only in
 * isolated processes (`apps/server/src/platform/isolated-task`). The first line lists packages in use, the others known alternatives.
 */
const PARSER_PACKAGES: ReadonlySet<string> = new Set(
  `mediabunny file-type sharp unpdf mammoth yauzl fflate read-excel-file html-to-text
  adm-zip cfb exceljs exifr exif-reader fflate fluent-ffmpeg image-size jimp jszip libheif-js
  mp4box music-metadata node-stream-zip officeparser pdf-lib pdf-parse pdfjs-dist pngjs probe-image-size
  tar tesseract.js unzipper utif2 word-extractor xlsx @zip.js/zip.js`.split(/\s+/),
)

/**
 * Entry module of the server's main process. Isolated processes are started by URL, so no chain of imports leads from this module to them.
 */
const MAIN_MODULE = 'apps/server/src/main.ts'

/** Returns an error message for each static or dynamic import that would load a parser into the server's main process. */
export function findParserViolations(modules: readonly SourceModule[], main = MAIN_MODULE): string[] {
  const byFile = new Map(modules.map((module) => [module.file, module]))
  const reached = new Map<string, string>([[main, main]])
  const found: string[] = []
  for (const [file, path] of reached) {
    for (const { target, specifier, line, isType } of byFile.get(file)?.imports ?? []) {
      if (isType) continue
      if (target.kind === 'file' && !reached.has(target.path)) reached.set(target.path, `${path} → ${target.path}`)
      if (target.kind === 'package' && PARSER_PACKAGES.has(target.name))
        found.push(
          `${file}:${line} must not import '${specifier}': the server's main process reaches it (${path}); call it by createIsolatedTasks`,
        )
    }
  }
  return found
}
