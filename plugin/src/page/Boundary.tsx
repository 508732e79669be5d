import { Component, type ReactNode } from 'react';
import { Failure } from './Failure';
import { PAGE_WORDS } from './words';

/** Shows a mistake in drawing as what it is, instead of an empty page. */
export class Boundary extends Component<{ children: ReactNode }, { fallen: Error | null }> {
  override state: { fallen: Error | null } = { fallen: null };

  static getDerivedStateFromError(fallen: Error) {
    return { fallen };
  }

  override render() {
    const { fallen } = this.state;
    return fallen === null ? (
      this.props.children
    ) : (
      <main className="page-main">
        <Failure words={PAGE_WORDS.en} code="panic" sentence={String(fallen)} detail={fallen.stack ?? ''} />
      </main>
    );
  }
}
