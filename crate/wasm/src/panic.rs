//! A panic is our bug: it is logged with its stack and remembered, so that the host can show where.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Sets the hook; later calls change nothing.
pub fn install() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(hook)));
}

/// What the last panic said and where.
pub fn last() -> Option<String> {
    LAST.with(|last| last.try_borrow().ok()?.clone())
}

fn hook(info: &PanicHookInfo<'_>) {
    LAST.with(|last| {
        if let Ok(mut last) = last.try_borrow_mut() {
            *last = Some(info.to_string());
        }
    });
    log(info);
}

#[cfg(target_arch = "wasm32")]
fn log(info: &PanicHookInfo<'_>) {
    console_error_panic_hook::hook(info);
    web_sys::console::warn_1(
        &"Tailwalk: this WebAssembly instance is finished; the next call starts a new one.".into(),
    );
}

/// On the host there is no console: nothing but a test calls this.
#[cfg(not(target_arch = "wasm32"))]
fn log(_: &PanicHookInfo<'_>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_panic_is_remembered_with_its_place() {
        assert_eq!(last(), None);
        install();
        install();
        std::panic::catch_unwind(|| panic!("a bug of ours")).unwrap_err();
        let said = last().unwrap();
        assert!(said.contains("a bug of ours") && said.contains("panic.rs:"), "{said}");
    }
}
