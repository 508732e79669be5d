import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a plugin folder holds beside its module, from where in `plugin/`. */
const FILES = { 'README.md': 'README.md', 'CHANGELOG.md': 'CHANGELOG.md', LICENSE: '../LICENSE' };

/** The plugin's id, version and the date of that version, from the files that people keep. */
export function panelFacts(folder) {
  const { id } = JSON.parse(readFileSync(join(folder, 'src/plugin.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const dated = new RegExp(`^## ${version.replaceAll('.', '\\.')} \\((\\d{4}-\\d{2}-\\d{2})\\)$`, 'm');
  const date = dated.exec(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'))?.[1];
  if (date === undefined) throw new Error(`CHANGELOG.md has no dated heading for version ${version}`);
  return { id, version, date };
}

/** Puts into the output what makes a module a plugin: its description, texts and pictures. */
export class PanelPackage {
  /** @param {string} folder the create-plugin root */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PanelPackage', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'PanelPackage', stage }, () => {
        for (const [name, content] of Object.entries(this.contents())) {
          compilation.emitAsset(name, new sources.RawSource(content));
        }
      });
    });
  }

  contents() {
    const { version, date } = panelFacts(this.folder);
    const read = (path) => readFileSync(join(this.folder, path));
    const description = JSON.parse(read('src/plugin.json').toString().replaceAll('%VERSION%', version).replaceAll('%TODAY%', date));
    description.buildMode = 'production';
    const pictures = readdirSync(join(this.folder, 'src/img')).map((name) => [`img/${name}`, read(`src/img/${name}`)]);
    const texts = Object.entries(FILES).map(([name, path]) => [name, read(path)]);
    return Object.fromEntries([['plugin.json', `${JSON.stringify(description, null, 2)}\n`], ...texts, ...pictures]);
  }
}
