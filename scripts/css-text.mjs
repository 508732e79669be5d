import { transform } from 'esbuild';

/** Makes a module of a style sheet: its text, as small as it can be. */
export default async function cssText(source) {
  const done = this.async();
  try {
    // Nesting is kept, as the panel's own sheet begins with `&`.
    const { code } = await transform(source, { loader: 'css', minify: true, target: 'chrome130' });
    done(null, `export default ${JSON.stringify(code.trim())};`);
  } catch (error) {
    done(error);
  }
}
