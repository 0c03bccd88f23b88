// The buttons: sound and motion start when somebody asks for them.

document.getElementById("again").onclick = () => location.reload();

for (const button of document.querySelectorAll("[data-plays]")) {
    button.onclick = () => {
        const media = document.getElementById(button.dataset.plays);
        media.muted = media.defaultMuted;
        media.currentTime = 0;
        media.play();
    };
}
