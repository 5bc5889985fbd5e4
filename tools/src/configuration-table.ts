import { settings } from '../../server/src/platform/config.ts'

/** The table of docs/operating/configuration.md, made from the settings. */
export const configurationTable = (): string =>
  [
    '| setting | meaning | default |',
    '|---|---|---|',
    ...Object.entries(settings).map(([name, { about, shown }]) => `| \`${name}\` | ${about} | ${shown} |`),
  ].join('\n')
